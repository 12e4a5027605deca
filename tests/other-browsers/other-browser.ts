/** What the walk asks of a browser, whichever way it is driven. Functions run in the page, and so refer to nothing outside of themselves. */
export interface OtherBrowser {
  /** Opens an address in a window of that size. */
  goto(url: string, screen: { width: number; height: number }): Promise<void>
  run<T>(work: (...args: string[]) => T, ...args: string[]): Promise<T>
  /** Comes back when nothing the page has asked for is still on its way, but its stream. */
  waitUntilQuiet(): Promise<void>
  fill(selector: string, text: string): Promise<void>
  pressEnter(selector: string): Promise<void>
  /** What was said on the console or thrown since the last time. */
  takeErrors(): Promise<string[]>
  close(): Promise<void>
}

/** A shared, busy machine: this only ends what hangs. */
export const hangsAfterMs = 120_000
