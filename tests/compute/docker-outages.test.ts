import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { status_codes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { importTestImage, test_image } from '../../scripts/docker-engine/test-image.ts'
import { startEngine, type ThrowawayEngine } from '../../scripts/docker-engine/throwaway-engine.ts'
import { withDocker } from './docker-world.ts'
import { reach, Server } from './server.ts'

const renter = '13800000001'
/** A sweep over the engine comes every fifteen seconds: so much may be seen late, and no more may be billed. */
const sweep_s = 15
const outage_s = 45

// An engine of its own, which others would miss.
withDocker(() =>
  describe('A whole server whose engine goes dark', () => {
    let engine: ThrowawayEngine
    let server: Server
    let dir: string
    beforeAll(async () => {
      engine = await startEngine()
      await importTestImage(engine.docker)
      dir = await mkdtemp(join(tmpdir(), 'zhisuan-outages-'))
      server = new Server(dir, engine.socket_path, test_image)
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
      await reach(async () => (await show()).status === status_codes.shut_down)
      await server.call(renter, instances.release, { params: { id } })
      await reach(async () => (await server.call(renter, instances.list)).data.length === 0)
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
      const paused_at = Date.now()
      await reach(async () => (await show()).unseen_since)
      expect((await show()).status).toBe(status_codes.running)
      expect((await server.health()).compute).toBe('ok')
      expect(await server.figure('zhisuan_instances_unseen')).toBe(1)
      const frozen = await seconds()
      const { cost } = await show()
      expect(frozen).toBeLessThanOrEqual((paused_at - began) / 1000 + 1)
      await sleep(20_000)
      expect([await seconds(), (await show()).cost]).toEqual([frozen, cost])
      await paused.unpause()
      await reach(async () => !(await show()).unseen_since)
      await reach(async () => (await seconds()) > frozen)
      expect((await container()).id).toBe(paused.id)
    })

    it('closes at the last sight what is shut down while it is paused', async () => {
      const began = await rentFor(20_000)
      const paused = await container()
      await paused.pause()
      const paused_at = Date.now()
      await reach(async () => (await show()).unseen_since)
      await sleep(10_000)
      await server.call(renter, instances.shutdown, { params: { id } })
      expect((await segments())[0]!.ended_at).not.toBeNull()
      expect(await seconds()).toBeLessThanOrEqual((paused_at - began) / 1000 + 1)
    })

    it('says of an engine that answers nobody that it is out of reach, and bills nothing of that', async () => {
      await rentFor(20_000)
      const before = await container()
      engine.freeze()
      await reach(async () => (await show()).unseen_since)
      const frozen = await seconds()
      expect((await show()).status).toBe(status_codes.running)
      expect((await server.health()).compute).toBe('unreachable')
      expect(await server.figure('zhisuan_compute_up')).toBe(0)
      expect(await server.figure('zhisuan_instances_unseen')).toBe(1)
      await sleep(outage_s * 1000)
      expect(await seconds()).toBe(frozen)
      engine.thaw()
      await reach(async () => !(await show()).unseen_since)
      expect(await seconds()).toBeLessThanOrEqual(frozen + sweep_s)
      await reach(async () => (await server.health()).compute === 'ok')
      expect(await server.figure('zhisuan_compute_up')).toBe(1)
      expect((await container()).id).toBe(before.id)
      expect((await show()).status).toBe(status_codes.running)
    })

    it('starts again what ended with an engine that went down, once it is back', async () => {
      const began = await rentFor(20_000)
      const before = await container()
      const down_at = Date.now()
      await engine.shutDown()
      await reach(async () => (await show()).unseen_since)
      const frozen = await seconds()
      expect(frozen).toBeLessThanOrEqual((down_at - began) / 1000 + 1)
      expect((await server.health()).compute).toBe('unreachable')
      await sleep(outage_s * 1000)
      expect(await seconds()).toBe(frozen)
      await engine.startAgain()
      await reach(async () => (await titles()).includes('重新开机'))
      await reach(async () => (await show()).status === status_codes.running)
      const up = await container()
      expect(up.id).toBe(before.id)
      expect((await up.inspect()).State.Running).toBe(true)
      const [now, then] = await segments()
      expect(then!.seconds).toBe(frozen)
      expect(Date.parse(now!.started_at)).toBeGreaterThanOrEqual(down_at + outage_s * 1000)
    })
  }),
)
