import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { Clock } from '#server/ports/clock.ts'

/** A clock that runs `speed` times as fast, goes on where the killed process left it, and can be set wrong. */
export class FastClock implements Clock {
  readonly #speed: number
  readonly #file: string
  readonly #started = performance.now()
  #base: number

  constructor(file: string, speed: number) {
    this.#file = file
    this.#speed = speed
    this.#base = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Date.UTC(2026, 0, 1)
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

  /** Written now and then, so that the next process starts near this one's time. */
  save(): void {
    writeFileSync(this.#file, String(this.now().getTime()))
  }
}
