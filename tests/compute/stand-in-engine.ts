import { Readable } from 'node:stream'
import type { InstanceRef } from '#server/ports/compute.ts'
import type { DiskStay, DiskTransfer, EngineDriver, LentDisks } from '#server/ports/disk-transfer.ts'
import { DriverConflict, DriverUnavailable, InstanceNotFound } from '#server/ports/driver-errors.ts'

interface Disks {
  system: string
  data: string
}

/** When everything breaks off: after so many further steps, or never. Counts what was done. */
export class StepCounter {
  left = Number.POSITIVE_INFINITY
  readonly taken: string[] = []

  step(what: string): void {
    if (this.left <= 0) throw new DriverUnavailable(`broken off before ${what}`)
    this.left -= 1
    this.taken.push(what)
  }
}

/** An engine with one host that keeps disks in memory and moves them by the rules of the port, in steps that can break off. */
export class StandInEngine {
  readonly host: string
  readonly kind: EngineDriver['kind']
  dead = false
  /** Has its object; `run` counts its starts. */
  here: { running: boolean; run: number } | undefined
  disks: Partial<Disks> = {}
  arriving: { state: string; data: boolean } | undefined
  /** The disk of an arrival that is not complete. */
  half: keyof Disks | undefined
  leaving: string | undefined
  #lent = false
  readonly #counter: StepCounter

  constructor(host: string, counter: StepCounter, kind: EngineDriver['kind'] = 'docker') {
    this.host = host
    this.kind = kind
    this.#counter = counter
  }

  get canStart(): boolean {
    return this.here !== undefined && this.arriving === undefined
  }

  open(): EngineDriver {
    const driver = {
      kind: this.kind,
      transfer: this.kind === 'docker' ? this.#transfer : undefined,
      health: async () => (this.dead ? { ok: false, problem: 'dead' } : { ok: true }),
      close: async () => undefined,
    }
    return driver as Partial<EngineDriver> as EngineDriver
  }

  #step(what: string): void {
    if (this.dead) throw new DriverUnavailable('dead')
    this.#counter.step(`${this.host} ${what}`)
  }

  readonly #transfer: DiskTransfer = {
    find: async () => {
      this.#step('find')
      return this.#find()
    },
    lend: async (ref, take) => {
      this.#step('lend')
      if (!this.here) throw new InstanceNotFound('nothing here')
      if (this.here.running) throw new DriverConflict('not stopped')
      this.#lent = true
      try {
        return await take(this.#lend(ref))
      } finally {
        this.#lent = false
      }
    },
    receive: async (_, { state, data, copySystemDisk }, onProgress) => {
      this.#step('begin to receive')
      if (this.here) throw new DriverConflict('it is here')
      if (this.arriving && this.arriving.state !== state) Object.assign(this, { disks: {}, half: undefined })
      this.arriving = { state, data: data !== undefined }
      if (this.disks.system === undefined || this.half === 'system') {
        await this.#write('system', await (await copySystemDisk()).open())
        onProgress(50)
      }
      if (data && (this.disks.data === undefined || this.half === 'data')) await this.#write('data', await data.open())
      onProgress(99)
    },
    leave: async (ref, state) => {
      this.#step('leave')
      if (this.here) {
        if (this.here.running || this.#stateOf(ref) !== state) throw new DriverConflict('started since')
        this.leaving = state
        this.#step('remove the object')
        this.here = undefined
        this.disks.system = undefined
      }
      if (this.disks.data !== undefined && this.leaving !== state) throw new InstanceNotFound('nothing tells whose it is')
      this.#step('remove the data')
      this.disks = {}
      this.#step('forget')
      this.leaving = undefined
    },
    reveal: async () => {
      this.#step('reveal')
      if (!this.arriving && this.here) return
      const stay = this.#find()
      if (stay.at !== 'arriving') throw new InstanceNotFound('nothing arrived')
      if (!stay.complete) throw new DriverConflict('not complete')
      this.here = { running: false, run: 0 }
      this.#step('take the mark away')
      this.arriving = undefined
    },
    discard: async () => {
      this.#step('discard')
      if (this.arriving && !this.here) this.disks = {}
      this.half = undefined
      this.#step('take the mark away')
      this.arriving = undefined
      this.leaving = undefined
    },
    receiveDataDisk: async (from, _, lend, onProgress) => {
      this.#step('look at the copy')
      if (this.disks.data !== undefined && this.half !== 'data') return
      await lend(from, async ({ data }) => this.#write('data', await data!.open()))
      onProgress(99)
    },
  }

  #find(): DiskStay {
    if (!this.arriving) return { at: this.here ? 'here' : 'absent' }
    const complete =
      this.half === undefined && this.disks.system !== undefined && (!this.arriving.data || this.disks.data !== undefined)
    return { at: 'arriving', state: this.arriving.state, complete }
  }

  #stateOf({ id }: InstanceRef): string {
    return `${this.host} ${id} ${this.here?.run}`
  }

  #lend(ref: InstanceRef): LentDisks {
    const read = async (which: keyof Disks) => {
      this.#step(`read ${which}`)
      if (!this.#lent) throw new DriverConflict('the loan is over')
      return Readable.from([this.disks[which]!])
    }
    const { data } = this.disks
    return {
      state: this.#stateOf(ref),
      settings: '{}',
      copySystemDisk: async () => ({ bytes: 1, open: () => read('system') }),
      data: data === undefined ? undefined : { bytes: 1, open: () => read('data') },
    }
  }

  async #write(which: keyof Disks, files: Readable): Promise<void> {
    this.#step(`begin ${which}`)
    const [content] = (await files.toArray()) as string[]
    this.half = which
    this.disks[which] = content!.slice(0, 1)
    this.#step(`end ${which}`)
    this.disks[which] = content!
    this.half = undefined
  }
}
