"""The table's page: what it shows is `view.view`, what hands may send is `messages`, who owns the state is `owner`."""
