import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { importTestImage, testImageName } from '../../scripts/docker-engine/test-image.ts'
import { startThrowawayEngine, type ThrowawayEngine } from '../../scripts/docker-engine/throwaway-engine.ts'
import { defineDockerCases } from './docker-world.ts'
import { PlatformProcess, waitUntilTruthy } from './server.ts'

const renter = '13800000001'
/** A sweep over the engine comes every fifteen seconds: so much may be seen late, and no more may be billed. */
const sweepS = 15
const outageS = 45

// An engine of its own, which others would miss.
defineDockerCases(() =>
  describe('A whole server whose engine goes dark', () => {
    let engine: ThrowawayEngine
    let server: PlatformProcess
    let dir: string
    beforeAll(async () => {
      engine = await startThrowawayEngine()
      await importTestImage(engine.docker)
      dir = await mkdtemp(join(tmpdir(), 'zhisuan-outages-'))
      server = new PlatformProcess(dir, engine.socket_path, testImageName)
      await server.start()
    })
    afterAll(async () => {
      engine.thaw()
      await server.stop('SIGKILL')
      await engine.stop()
      await rm(dir, { recursive: true, force: true })
    })
    let id: string
    afterEach(async () => {
      await server.call(renter, instances.shutdown, { params: { id } })
      await waitUntilTruthy(async () => (await show()).status === instanceStatusCodes.shut_down)
      await server.call(renter, instances.release, { params: { id } })
      await waitUntilTruthy(async () => (await server.call(renter, instances.list)).data.length === 0)
    })

    const show = () => server.show(renter, id)
    const segments = async () => (await server.call(renter, instances.segments, { params: { id } })).data
    const seconds = async () => (await segments()).reduce((sum, segment) => sum + segment.seconds, 0)
    const titles = async () => (await server.call(renter, instances.events, { params: { id } })).data.map(({ title }) => title)
    const container = async () => {
      const [found] = await engine.docker.listContainers({ all: true, filters: { label: [`zhisuan.id=${id}`] } })
      return engine.docker.getContainer(found!.Id)
    }

    /** Rents, and lets it be metered for some sweeps; answers when it began to run. */
    async function rentFor(ms: number): Promise<number> {
      id = await server.rent(renter)
      await sleep(ms)
      return Date.parse((await show()).started_at!)
    }

    it('meters a paused container no further, and on when it goes on', async () => {
      const began = await rentFor(20_000)
      const paused = await container()
      await paused.pause()
      const pausedAt = Date.now()
      await waitUntilTruthy(async () => (await show()).unseen_since)
      expect((await show()).status).toBe(instanceStatusCodes.running)
      expect((await server.health()).compute).toBe('ok')
      expect(await server.figure('zhisuan_instances_unseen')).toBe(1)
      const frozen = await seconds()
      const { cost } = await show()
      expect(frozen).toBeLessThanOrEqual((pausedAt - began) / 1000 + 1)
      await sleep(20_000)
      expect([await seconds(), (await show()).cost]).toEqual([frozen, cost])
      await paused.unpause()
      await waitUntilTruthy(async () => !(await show()).unseen_since)
      await waitUntilTruthy(async () => (await seconds()) > frozen)
      expect((await container()).id).toBe(paused.id)
    })

    it('closes at the last sight what is shut down while it is paused', async () => {
      const began = await rentFor(20_000)
      const paused = await container()
      await paused.pause()
      const pausedAt = Date.now()
      await waitUntilTruthy(async () => (await show()).unseen_since)
      await sleep(10_000)
      await server.call(renter, instances.shutdown, { params: { id } })
      expect((await segments())[0]!.ended_at).not.toBeNull()
      expect(await seconds()).toBeLessThanOrEqual((pausedAt - began) / 1000 + 1)
    })

    it('says of an engine that answers nobody that it is out of reach, and bills nothing of that', async () => {
      await rentFor(20_000)
      const before = await container()
      engine.freeze()
      await waitUntilTruthy(async () => (await show()).unseen_since)
      const frozen = await seconds()
      expect((await show()).status).toBe(instanceStatusCodes.running)
      await waitUntilTruthy(async () => (await server.health()).compute === 'unreachable')
      expect(await server.figure('zhisuan_compute_up')).toBe(0)
      expect(await server.figure('zhisuan_instances_unseen')).toBe(1)
      await sleep(outageS * 1000)
      expect(await seconds()).toBe(frozen)
      engine.thaw()
      await waitUntilTruthy(async () => !(await show()).unseen_since)
      expect(await seconds()).toBeLessThanOrEqual(frozen + sweepS)
      await waitUntilTruthy(async () => (await server.health()).compute === 'ok')
      expect(await server.figure('zhisuan_compute_up')).toBe(1)
      expect((await container()).id).toBe(before.id)
      expect((await show()).status).toBe(instanceStatusCodes.running)
    })

    it('starts again what ended with an engine that went down, once it is back', async () => {
      const began = await rentFor(20_000)
      const before = await container()
      const downAt = Date.now()
      await engine.shutDown()
      await waitUntilTruthy(async () => (await show()).unseen_since)
      const frozen = await seconds()
      expect(frozen).toBeLessThanOrEqual((downAt - began) / 1000 + 1)
      await waitUntilTruthy(async () => (await server.health()).compute === 'unreachable')
      await sleep(outageS * 1000)
      expect(await seconds()).toBe(frozen)
      await engine.startAgain()
      await waitUntilTruthy(async () => (await titles()).includes('重新开机'))
      await waitUntilTruthy(async () => (await show()).status === instanceStatusCodes.running)
      const up = await container()
      expect(up.id).toBe(before.id)
      expect((await up.inspect()).State.Running).toBe(true)
      const [now, then] = await segments()
      expect(then!.seconds).toBe(frozen)
      expect(Date.parse(now!.started_at)).toBeGreaterThanOrEqual(downAt + outageS * 1000)
    })
  }),
)
