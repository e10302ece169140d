/** Why a property is not let for some days, as the one who looks after it writes it down. */
export interface BlockReason {
  title: string;
  notes: string;
  nights: number;
  tag: string;
}

export const blockReasons: readonly BlockReason[] = [
  {
    title: 'Painting the hall and stairs',
    notes:
      'Painters have a key. Dust sheets off and windows shut before the next guests; check the skirting for drips.',
    nights: 4,
    tag: 'painting',
  },
  {
    title: 'Painting – main bedroom',
    notes: 'Two coats of the usual off-white. Mattress goes to the living room. Air it for a full day afterwards.',
    nights: 3,
    tag: 'painting',
  },
  {
    title: 'Heating service',
    notes: 'Yearly service and safety certificate; the engineer comes between 9 and 12. File the certificate.',
    nights: 1,
    tag: 'maintenance',
  },
  {
    title: 'New shower',
    notes: 'Old tray out, new one sealed. Needs 24 hours to dry, so nobody sleeps here until then.',
    nights: 5,
    tag: 'maintenance',
  },
  {
    title: 'Deep clean',
    notes: 'Carpets, oven, behind the wardrobes, all the windows. Count the linen while we are at it.',
    nights: 2,
    tag: 'cleaning',
  },
  {
    title: 'Washing machine being replaced',
    notes: 'Delivery slot is two hours; take the old one away. Leave the new manual in the folder.',
    nights: 1,
    tag: 'maintenance',
  },
  {
    title: 'Photographer',
    notes: 'New pictures for all the channels. Fresh flowers, beds made, bins out of sight.',
    nights: 1,
    tag: 'marketing',
  },
  {
    title: 'Floor sanding and oiling',
    notes: 'Furniture is moved to the back room. Socks only for two days after the oil.',
    nights: 6,
    tag: 'maintenance',
  },
];
