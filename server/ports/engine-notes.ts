/** A note stored on the engine that tells which database's servers use it. Each renewal is a new note with a new token. */
export interface EngineNote {
  sequence: number
  token: string
  /** Its servers have stopped; the holder of the token need not wait for anybody. */
  free: boolean
}

/** Notes of our installation on an engine that others may use too, such as servers of a copied database. */
export interface EngineNotes {
  newest(): Promise<EngineNote | undefined>
  /** Stores a note unless one with the same or a higher sequence exists, deletes older notes and returns the newest. */
  leave(note: EngineNote): Promise<EngineNote>
}
