/** A note on the engine that says which database's servers work there. Each renewal is a new note with a new token. */
export interface EngineNote {
  sequence: number
  token: string
  /** Its servers have gone; whoever has the token need wait for nobody. */
  free: boolean
}

/** Notes of our installation on the engine that others, a copy of our database among them, may use as well. */
export interface EngineNotes {
  newest(): Promise<EngineNote | undefined>
  /** Leaves a note, unless one with its number or a later one is there, and forgets the older ones. Answers the newest then. */
  leave(note: EngineNote): Promise<EngineNote>
}
