import type { PlannedTax } from '../demo-plan';

const CHANNELS = ['airbnb', 'booking-com', 'vrbo'];

/** Taxes as the places of the demo have them, in their ways rather than to the letter. */
export function planTaxes(): PlannedTax[] {
  return [
    tax('lisbon-city-tax', 'casa-das-andorinhas', [], {
      description: 'Taxa turística de Lisboa',
      mode: 'per_guest_per_night',
      amount: 4,
      guests: 'adults',
      max_nights: 7,
    }),
    tax('barcelona-city-tax', 'mirador-de-gracia', [], {
      description: 'Impost sobre estades turístiques',
      mode: 'per_guest_per_night',
      amount: 6.25,
      guests: 'adults',
      max_nights: 7,
    }),
    // The channels collect it and pay the city.
    tax('paris-city-tax', 'atelier-saint-paul', CHANNELS, {
      description: 'Taxe de séjour',
      mode: 'percent',
      percent: 5,
      applies_to: ['rent'],
    }),
    tax('berlin-city-tax', 'altbau-am-landwehrkanal', [], {
      description: 'Übernachtungsteuer',
      mode: 'percent',
      percent: 7.5,
      applies_to: ['rent'],
    }),
    tax('berlin-vat', 'altbau-am-landwehrkanal', [], {
      description: 'Mehrwertsteuer',
      mode: 'percent',
      percent: 7,
      is_inclusive: true,
    }),
    tax('kyoto-lodging-tax', 'machiya-suzumushi', [], {
      description: 'Kyoto lodging tax',
      mode: 'per_guest_per_night',
      amount: 400,
    }),
    tax('austin-hotel-tax', 'live-oak-bungalow', ['airbnb', 'vrbo'], {
      description: 'Texas hotel occupancy tax',
      mode: 'percent',
      percent: 6,
      exempt_from_nights: 30,
    }),
    tax('austin-city-tax', 'live-oak-bungalow', [], {
      description: 'Austin hotel occupancy tax',
      mode: 'percent',
      percent: 11,
      exempt_from_nights: 30,
      position: 1,
    }),
    tax('hanalei-transient-tax', 'hale-punana', [], {
      description: 'Transient accommodations tax',
      mode: 'percent',
      percent: 10.25,
      applies_to: ['rent', 'cleaning'],
    }),
    tax('grindelwald-guest-tax', 'chalet-enzian', [], {
      description: 'Kurtaxe',
      mode: 'per_guest_per_night',
      amount: 4.6,
      guests: 'adults',
    }),
  ];
}

function tax(key: string, property: string, remittedBy: string[], body: PlannedTax['body']): PlannedTax {
  return { key, property, remittedBy, body };
}
