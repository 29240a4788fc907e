"""The script that Streamlit runs for every browser.

It lies apart from `app.page`, because Streamlit takes a folder `pages` beside its script for pages of its own
making, each file a script, and would run those instead of the navigation.
"""

from app.page import main

if __name__ == "__main__":
    main()
