"""Calls a platform with a client that openapi-python-client generated. `npm run test:python` runs it."""

import datetime
import json
import os

from keyhaven_api import AuthenticatedClient
from keyhaven_api.api.account import get_current_user
from keyhaven_api.api.bookings import list_bookings
from keyhaven_api.api.events import list_events
from keyhaven_api.api.quotes import create_quote
from keyhaven_api.models import Error, QuoteCreation
from keyhaven_api.models.list_bookings_status import ListBookingsStatus
from keyhaven_api.models.list_events_types_item import ListEventsTypesItem

client = AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["TOKEN"])

user = get_current_user.sync(client=client)
bookings = list_bookings.sync(client=client, limit=2, status=ListBookingsStatus.ACTIVE, include_guest=True)
events = list_events.sync(client=client, types=[ListEventsTypesItem.BOOKING], limit=1, wait=10)
preview = create_quote.sync(
    client=client,
    body=QuoteCreation(
        property_id=int(os.environ["PROPERTY"]),
        arrival=datetime.date(2027, 3, 1),
        departure=datetime.date(2027, 3, 8),
        adults=2,
        test=True,
    ),
)
refused = get_current_user.sync(client=AuthenticatedClient(base_url=os.environ["URL"], token="at_wrong"))
assert isinstance(refused, Error)

print(
    json.dumps(
        {
            "user": user.id,
            "count": bookings.count,
            "first_name": bookings.items[0].guest.first_name,
            "events": events.count,
            "total": preview.total_amount,
            "refused": refused.status.value,
        }
    )
)
