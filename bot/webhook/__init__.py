"""The second door: interactions that Discord sends by HTTP instead of the gateway."""
