import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Docker from 'dockerode'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { operatorQuarantine } from '#contract/operator/quarantine.ts'
import { stepUp } from '#contract/step-up.ts'
import { probeLabels } from '#server/adapters/compute.docker/names.ts'
import { openDatabase } from '#server/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { defineDockerCases } from './docker-world.ts'
import { PlatformProcess, waitUntilTruthy } from './server.ts'

const socketPath = process.env.DOCKER_SOCKET ?? ''
const image = process.env.TEST_IMAGE ?? 'zhisuan/base:test'
/** Longer than two sweeps, after which whatever is missing or unknown has been dealt with. */
const twoSweepsMs = 40_000
const [renter, admin] = ['13800000001', '13800000004']

defineDockerCases(() =>
  describe('Whole servers on one engine', () => {
    const docker = new Docker({ socketPath })
    const servers: PlatformProcess[] = []
    let root: string
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'zhisuan-servers-'))
    })
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.stop('SIGKILL')
      const { Volumes } = await docker.listVolumes()
      for (const { Id } of await docker.listContainers({ all: true }))
        await docker.getContainer(Id).remove({ force: true, v: true })
      for (const { Name } of Volumes ?? []) await docker.getVolume(Name).remove()
    })
    afterAll(() => rm(root, { recursive: true, force: true }))

    async function serverIn(name: string): Promise<PlatformProcess> {
      const server = new PlatformProcess(join(root, name), socketPath, image)
      servers.push(server)
      await server.start()
      return server
    }

    /** Each container but those that look at the host, with when it began to run, and each volume that is no note of a lease. */
    async function onEngine() {
      const all = await docker.listContainers({ all: true })
      const containers = all.filter(({ Labels }) => Labels[probeLabels.installation] === undefined)
      const seen = await Promise.all(
        containers.map(async ({ Id }) => {
          const { State, Name } = await docker.getContainer(Id).inspect()
          return `${Id} ${Name} ${State.Running ? 'runs' : 'stands'} since ${State.StartedAt}`
        }),
      )
      const { Volumes } = await docker.listVolumes()
      const disks = (Volumes ?? []).map(({ Name }) => Name).filter((name) => name.endsWith('.workspace'))
      return { containers: seen.sort(), disks: disks.sort() }
    }

    it('a second installation touches nothing of the first, whose copy is refused the engine while it lives', async () => {
      const first = await serverIn('first')
      const id = await first.rent(renter)
      await first.stop()
      await cp(first.dir, join(root, 'copy'), { recursive: true })
      await first.start()
      await waitUntilTruthy(async () => (await first.health()).compute === 'ok')
      const before = await onEngine()
      expect(before.containers).toHaveLength(1)
      expect(before.disks).toHaveLength(1)

      const second = await serverIn('second')
      await waitUntilTruthy(async () => (await second.health()).compute === 'ok')
      const copy = await serverIn('copy')
      await sleep(twoSweepsMs)
      expect(await onEngine()).toEqual(before)
      expect((await copy.health()).compute).not.toBe('ok')
      await copy.call(renter, instances.shutdown, { params: { id } }) // stays a wish
      await sleep(5_000)
      expect(await onEngine()).toEqual(before)
      expect(await first.show(renter, id)).toMatchObject({ status: instanceStatusCodes.running, unseen_since: null })
    })

    it('a restored older backup sets apart what it does not know, tells it, and removes it only at the word of an operator', async () => {
      const first = await serverIn('restored')
      const known = await first.rent(renter)
      await first.stop()
      const backup = join(root, 'backup')
      await cp(first.dir, backup, { recursive: true })
      await first.start()
      await waitUntilTruthy(async () => (await first.health()).compute === 'ok')
      const unknown = await first.rent(renter)
      const before = await onEngine()
      expect(before.containers).toHaveLength(2)
      await first.stop('SIGKILL')

      const restored = await serverIn('backup')
      const setApart = async () => (await restored.call(admin, operatorQuarantine.list)).data
      await waitUntilTruthy(async () => (await setApart()).length === 1)
      await sleep(twoSweepsMs)
      expect(await onEngine()).toEqual(before)
      const [stranger] = await setApart()
      expect(stranger).toMatchObject({ instance_id: unknown, state: 'kept' })
      expect(await restored.figure('zhisuan_quarantined_objects')).toBe(1)
      expect((await restored.show(renter, known)).status).toBe(instanceStatusCodes.running)

      const remove = (confirm: string) =>
        restored.call(admin, operatorQuarantine.remove, {
          params: { id: stranger!.id },
          body: { confirm, reason: '已与用户确认' },
        })
      expect((await remove(unknown)).status).toBe(403) // he has not proved who he is
      await restored.call(admin, stepUp.prove, { body: { password: demoAccounts[0]!.password } })
      expect((await remove(known)).status).toBe(422)
      expect(await onEngine()).toEqual(before)
      expect((await remove(unknown)).status).toBe(200)
      await waitUntilTruthy(async () => (await onEngine()).containers.length === 1)
      const left = await onEngine()
      expect(left.containers).toEqual(before.containers.filter((line) => line.includes(known)))
      expect(left.disks).toEqual(before.disks.filter((name) => name.includes(known)))
    })

    it('an installation of an earlier version upgrades: what runs is adopted as it is', async () => {
      const id = 'gpu-earlier'
      const host = (await docker.info()).Name
      await docker.createVolume({ Name: `zhisuan.${id}.workspace`, Labels: labels(id) })
      const container = await docker.createContainer({
        name: `zhisuan.${id}.g1`,
        Image: image,
        Cmd: ['sleep', '100000'],
        Labels: labels(id),
        HostConfig: { Init: true, Mounts: [{ Type: 'volume', Source: `zhisuan.${id}.workspace`, Target: '/workspace' }] },
      })
      await container.start()
      await earlierDatabase(join(root, 'earlier'), { id, host })
      const before = await onEngine()

      const server = await serverIn('earlier')
      await waitUntilTruthy(async () => (await server.health()).compute === 'ok')
      await sleep(twoSweepsMs)
      expect(await onEngine()).toEqual(before)
      expect(await server.show(renter, id)).toMatchObject({
        status: instanceStatusCodes.running,
        unseen_since: null,
        lost_disks: [],
      })
      expect(await server.figure('zhisuan_quarantined_objects')).toBe(0)
    })
  }),
)

const labels = (id: string) => ({
  'zhisuan.installation': 'zhisuan',
  'zhisuan.id': id,
  'zhisuan.generation': '1',
  'zhisuan.cpu': '1',
  'zhisuan.memory_mb': '1024',
  'zhisuan.gpus': '',
  'zhisuan.mounts': '',
})

/** A database before installations had names of their own, in which one instance runs and is metered. */
async function earlierDatabase(dir: string, { id, host }: { id: string; host: string }): Promise<void> {
  const database = await openDatabase({ data_dir: join(dir, 'database') })
  await migrateDatabase(
    database,
    listMigrations().filter(({ name }) => name < '0035'),
  )
  const { phone, password } = demoAccounts[0]!
  const passwordHash = await hashPassword(password)
  const now = new Date()
  const steps = [
    sql`insert into users (id, uuid, phone, password_hash, nickname, invite_code, created_at)
      values ('user-1', gen_random_uuid(), ${phone}, ${passwordHash}, '用户', 'AAAAAA', ${now})`,
    sql`insert into regions (id, name, city, sort) values ('cn-1', '一区', '北京', 1)`,
    sql`insert into hosts (id, region_id, cpu, memory_gb, driver_schedulable, simulated, seen_at) values (${host}, 'cn-1', 8, 16, true, true, ${now})`,
    sql`insert into products (id, name, region_id, gpu_model, vendor, vram_gb, fp32, fp16, cpu, memory_gb, net_mbps, sys_disk_gb, max_gpu_num, sort)
      values ('product-1', 'RTX 4090 一区', 'cn-1', 'RTX 4090', 'nvidia', 24, 82.6, 165.2, 1, 1, 100, 30, 8, 1)`,
    sql`insert into product_prices (id, product_id, version, hour_micro, day_micro, week_micro, hour_origin_micro, day_origin_micro, week_origin_micro, created_at)
      values ('price-1', 'product-1', 1, 2280000, 54720000, 383040000, 2280000, 54720000, 383040000, ${now})`,
    sql`insert into images (id, vendor, name, framework, version, python, runtime, size_gb, reference, sort)
      values ('image-1', 'nvidia', 'PyTorch', 'PyTorch', '2.6', '3.12', 'CUDA 12.4', 9.8, ${image}, 1)`,
    sql`insert into instances (id, user_id, nick_name, product_id, price_id, region_id, host_id, image_id, gpu_num, cpu, memory_gb, sys_disk_gb,
        data_disk_gb, charge_rule, price_micro, status, desired, phase_since, created_at, started_at)
      values (${id}, 'user-1', '训练', 'product-1', 'price-1', 'cn-1', ${host}, 'image-1', 1, 1, 1, 30, 50, 'hour', 2280000, 2, 'running', ${now}, ${now}, ${now})`,
    sql`insert into segments (instance_id, user_id, price_micro, carry_in, started_at, seen_at, next_bill_at)
      values (${id}, 'user-1', 2280000, 0, ${now}, ${now}, ${new Date(now.getTime() + 3_600_000)})`,
  ]
  for (const step of steps) await step.execute(database.kysely)
  await database.close()
}
