/** Who says what in a thread: g the guest, o the owner. */
export type Line = ['g' | 'o', string];

/** What conversations speak of. */
export interface ThreadFacts {
  guest: string;
  property: string;
  arrival: string;
  nights: number;
}

/** Conversations as hosts and guests have them, 3 to 12 messages long. */
export const conversations: ((facts: ThreadFacts) => Line[])[] = [
  ({ guest, property, nights }) => [
    ['o', `Hello ${guest}, thank you for booking ${property}. We look forward to having you for ${nights} nights.`],
    ['g', 'Thank you! Is there somewhere nearby to buy groceries on a Sunday evening?'],
    ['o', 'There is a small shop by the harbour that stays open until nine, ten minutes on foot.'],
  ],
  ({ guest, property, arrival }) => [
    ['g', `Hi, we arrive on ${arrival} rather late, our flight lands at 22:10. Is that a problem?`],
    ['o', `Not at all, ${guest}. There is a key box beside the door of ${property}; you get the code that afternoon.`],
    ['g', 'Perfect. And is there parking for one car?'],
    ['o', 'Yes, in front of the house. The space has our name on it.'],
    ['g', 'Great, see you then.'],
  ],
  ({ guest }) => [
    ['g', 'Good morning, could we leave the bags after check-out? Our train goes at five.'],
    ['o', `Of course, ${guest}. The cleaners come at eleven; leave them in the hall and pull the door shut.`],
    ['g', 'You are wonderful, thank you.'],
    ['o', 'Have a good journey, and come back soon!'],
  ],
  ({ guest, property }) => [
    ['g', 'The heating in the bedroom does not come on. Are we doing something wrong?'],
    ['o', `Sorry to hear that, ${guest}. Please turn the thermostat in the hall to 21 and wait ten minutes.`],
    ['g', 'We did. Still cold.'],
    ['o', 'Then I send Marco round. Is six o’clock good for you?'],
    ['g', 'Yes, we are in.'],
    ['o', 'He found it: the valve had stuck. It should get warm now.'],
    ['g', `Lovely and warm. Thanks for being so quick. We like ${property} very much.`],
  ],
  ({ guest, arrival, nights }) => [
    ['o', `Dear ${guest}, your stay begins on ${arrival}. How many of you come, and when do you expect to arrive?`],
    ['g', 'Two adults and our daughter, who is four. Around three in the afternoon.'],
    ['o', 'The house is ready from four on. You can leave the car and walk down to the water until then.'],
    ['g', 'That works. Do you have a child’s bed?'],
    ['o', 'There is one in the cupboard on the landing, with bedding.'],
    ['g', 'And a high chair?'],
    ['o', 'In the kitchen, behind the door.'],
    ['g', `You thought of everything. ${nights} nights seem too few already.`],
    ['o', 'That is what they all say.'],
    ['g', 'Could we bring our own bicycles?'],
    ['o', 'Please do. The shed is not locked in the daytime.'],
    ['g', 'See you soon!'],
  ],
  ({ guest, property }) => [
    ['g', 'Hello, is the wifi good enough for video calls? I have to work on two mornings.'],
    ['o', `It is, ${guest}: fibre, about 200 Mbit/s. The desk is in the small room of ${property}.`],
    ['g', 'Great. Is there a coffee machine?'],
    ['o', 'A moka pot and a filter machine, and a bag of beans from the roastery next door.'],
    ['g', 'Then nothing can go wrong.'],
    ['o', 'Tell me if anything does.'],
  ],
];

/** What somebody asks who has booked nothing. */
export const question: Line[] = [
  ['g', 'Hello, do you also let the garden flat by the month in winter?'],
  ['o', 'We do, from November to February. Which month were you thinking of?'],
  ['g', 'January, for the two of us and a small dog. What would it come to?'],
];

/** What a draft that waits for its owner says. */
export const draftText = ({ guest }: ThreadFacts) =>
  `Dear ${guest}, how did you like your stay? If you have a minute, a few words for other guests would help us`;
/** What was sent in the wrong thread, and removed. */
export const removedText = 'The plumber comes on Tuesday at nine.';
/** What comes with the picture. */
export const pictureText = 'This is what you see from the terrace in the evening.';
