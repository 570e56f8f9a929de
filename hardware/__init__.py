"""Whatever has a wire: cameras, buttons, lights. Every device is optional, and made by one factory each."""
