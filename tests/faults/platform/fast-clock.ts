import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { Clock } from '#server/ports/clock.ts'

/** A clock that runs `speed` times as fast, continues where the killed process stopped, and can be set wrong. */
export class FastClock implements Clock {
  readonly #speed: number
  readonly #file: string
  readonly #started = performance.now()
  #base: number
  #furthest: number

  constructor(file: string, speed: number) {
    this.#file = file
    this.#speed = speed
    const [base = Date.UTC(2026, 0, 1), furthest = base] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
    this.#base = base
    this.#furthest = furthest
  }

  now(): Date {
    return new Date(this.#base + (performance.now() - this.#started) * this.#speed)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return after(Math.max(1, ms / this.#speed), undefined, { signal, ref: false }).catch(() => undefined)
  }

  jump(ms: number): void {
    this.#base += ms
  }

  /** Written periodically, so that the next process starts near this one's time. */
  save(): void {
    const now = this.now().getTime()
    this.#furthest = Math.max(this.#furthest, now)
    const draft = `${this.#file}.draft`
    writeFileSync(draft, JSON.stringify([now, this.#furthest]))
    renameSync(draft, this.#file)
  }

  /** The latest time it has returned. */
  get furthest(): Date {
    return new Date(Math.max(this.#furthest, this.now().getTime()))
  }
}
