import { afterEach, beforeEach, describe } from 'vitest'
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

/** What any compute driver must do. A capability it lacks skips a case; its kind never does. */
export function defineDriverConformance(name: string, makeDriver: DriverWorldFactory): void {
  describe(`${name}: conformance`, () => {
    let made: DriverWorld | undefined
    beforeEach(async () => {
      made = await makeDriver()
    })
    afterEach(() => made?.end())
    const world = () => made!

    describe('life', () => lifecycleCases(world))
    describe('generations', () => generationCases(world))
    describe('disks', () => diskCases(world))
    describe('capacity', () => capacityCases(world))
    describe('refusals', () => refusalCases(world))
    describe('images', () => imageCases(world))
    describe('snapshots', () => snapshotCases(world))
    describe('moves', () => migrationCases(world))
    describe('mounts', () => mountCases(world))
    describe('exec', () => execCases(world))
    describe('dial', () => dialCases(world))
    describe('console', () => consoleCases(world))
    describe('usage', () => usageCases(world))
    describe('driver', () => driverCases(world))
  })
}
