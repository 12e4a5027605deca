import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { capacityCases } from './conformance/capacity.ts'
import { consoleCases } from './conformance/console.ts'
import { dialCases } from './conformance/dial.ts'
import { diskCases } from './conformance/disks.ts'
import { driverCases } from './conformance/driver.ts'
import { execCases } from './conformance/exec.ts'
import { generationCases } from './conformance/generations.ts'
import { imageCases } from './conformance/images.ts'
import { lifecycleCases } from './conformance/life.ts'
import { mountCases } from './conformance/mounts.ts'
import { migrationCases } from './conformance/moves.ts'
import { refusalCases } from './conformance/refusals.ts'
import { snapshotCases } from './conformance/snapshots.ts'
import { usageCases } from './conformance/usage.ts'
import type { DriverWorld, DriverWorldFactory } from './world.ts'

/** Something that happens to a part of what lies behind a driver, while others of it are tested. */
export interface Outage {
  name: string
  begin(): Promise<void>
  /** Resolves once everything is back. */
  end(): Promise<void>
}

type Groups = Readonly<Record<string, (world: () => DriverWorld) => void>>

const before: Groups = {
  life: lifecycleCases,
  generations: generationCases,
  disks: diskCases,
  capacity: capacityCases,
  refusals: refusalCases,
  images: imageCases,
  snapshots: snapshotCases,
  moves: migrationCases,
  mounts: mountCases,
}
/** Asks nothing of hosts other than that of its instances. */
const during: Groups = { exec: execCases, dial: dialCases, console: consoleCases, usage: usageCases }
const afterwards: Groups = { driver: driverCases }

/**
 * What any compute driver must do. A capability it lacks skips a case; its kind never does. An `outage` comes in the middle: what
 * is asked of one host goes on meanwhile.
 */
export function defineDriverConformance(name: string, makeDriver: DriverWorldFactory, outage?: Outage): void {
  describe(`${name}: conformance`, () => {
    let made: DriverWorld | undefined
    beforeEach(async () => {
      made = await makeDriver()
    })
    afterEach(() => made?.end())
    const define = (groups: Groups) => {
      for (const [about, cases] of Object.entries(groups)) describe(about, () => cases(() => made!))
    }

    define(before)
    if (outage) {
      describe(outage.name, () => {
        beforeAll(outage.begin)
        afterAll(outage.end)
        define(during)
      })
    } else define(during)
    define(afterwards)
  })
}
