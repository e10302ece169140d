import type { PlannedGuest } from '../demo-plan';
import { asciiWords } from './ascii-words';

const owner = (key: string, first_name: string, last_name: string, country: string, notes: string | null = null) => ({
  key,
  body: {
    first_name,
    last_name,
    notes,
    addresses: [{ type: 'home', country }],
    email_addresses: [{ type: 'work', address: `${asciiWords(`${first_name} ${last_name}`).join('.')}@example.com` }],
  },
});

/** The contacts of those who own the properties. */
export const owners: readonly PlannedGuest[] = [
  owner('owner-pemberton', 'Rosamund', 'Pemberton', 'United Kingdom', 'Call before any work on the listed front.'),
  owner('owner-macrae', 'Alasdair', 'MacRae', 'United Kingdom', 'No deliveries by the loch road in winter.'),
  owner('owner-vasconcelos', 'Benedita', 'Vasconcelos', 'Portugal'),
  owner('owner-ferrer', 'Montserrat', 'Ferrer', 'Spain', 'Statement in Catalan or Spanish.'),
  owner('owner-ferrante', 'Corrado', 'Ferrante', 'Italy', 'Comes for the harvest; tells us late.'),
  owner('owner-lefebvre', 'Odile', 'Lefebvre', 'France'),
  owner('owner-brunner', 'Ruedi', 'Brunner', 'Switzerland', 'Wants to approve anything over 500 francs.'),
  owner('owner-lindqvist', 'Annika', 'Lindqvist', 'Sweden'),
  owner('owner-hayashi', 'Masahiro', 'Hayashi', 'Japan', 'Write in English, copy to his daughter.'),
  owner('owner-al-mutawa', 'Bader', 'Al-Mutawa', 'Kuwait'),
  owner('owner-whitcomb', 'Josephine', 'Whitcomb', 'United States', 'Keeps the week of Thanksgiving when she can.'),
  owner('owner-gagnon', 'Réjean', 'Gagnon', 'Canada'),
  owner('owner-zarate', 'Guadalupe', 'Zárate', 'Mexico'),
  owner('owner-castellano', 'Vincent', 'Castellano', 'United States'),
  owner('owner-nakagawa', 'Lorraine', 'Nakagawa', 'United States', 'Prefers the monthly call to e-mail.'),
  owner('owner-kavanagh', 'Bernadette', 'Kavanagh', 'Australia'),
];
