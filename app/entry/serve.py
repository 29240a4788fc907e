"""Start Streamlit, as `python -m streamlit` does, but without its one look-up on the internet.

To judge where a browser comes from, Streamlit may ask a server on the internet for this computer's public
address. Oxeye sends nothing anywhere, and is not served there.
"""

from streamlit import net_util
from streamlit.web import cli

net_util.get_external_ip = lambda: None

if __name__ == "__main__":
    cli.main(prog_name="streamlit")
