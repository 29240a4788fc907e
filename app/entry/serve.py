"""Start Streamlit, as `python -m streamlit` does, but without its one look-up on the internet.

To judge where a browser comes from, Streamlit may ask a server on the internet for this computer's public
address. Oxeye sends nothing anywhere, and is not served there.
"""

import sys

from streamlit import net_util
from streamlit.web import cli

from app.messages import complain
from app.opencv import OpenCvError, require_opencv

EXIT_USAGE = 2

net_util.get_external_ip = lambda: None

if __name__ == "__main__":
    try:
        require_opencv()  # here a person reads what to install; in the browser they would see an empty page
    except OpenCvError as error:
        complain(str(error))
        sys.exit(EXIT_USAGE)
    cli.main(prog_name="streamlit")
