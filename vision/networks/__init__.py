"""The two shipped networks at run time: loading, preparing their input, decoding their output."""
