/** What can be taken away from a process under fire; child/sabotage.ts says how. */
export type SabotageName =
  | 'night keys are not unique'
  | 'the store loses what it acknowledged'
  | 'the event is written after the change'
  | 'the outbox is emptied before the bus has the events'
  | 'answers are not kept';
