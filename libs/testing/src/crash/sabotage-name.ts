/** The kinds of sabotage that child/sabotage.ts can apply to a process. */
export type SabotageName =
  | 'night keys are not unique'
  | 'the store loses what it acknowledged'
  | 'the event is written after the change'
  | 'the outbox is emptied before the bus has the events'
  | 'answers are not kept';
