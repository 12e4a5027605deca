import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkCluster } from '#server/adapters/compute.kubernetes/check-cluster.ts'
import { createKubernetesDriver } from '#server/adapters/compute.kubernetes/kubernetes.ts'
import { buildSelector } from '#server/adapters/compute.kubernetes/names.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { waitUntil } from '#tests/support/until.ts'
import { defineDockerCases } from './docker-world.ts'
import { clusterObstacle, groundLabel } from './kubelet/ground.ts'
import type { Pod } from './kubelet/objects.ts'
import { createKubernetesGround, type KubernetesGround, type KubernetesWorld } from './kubernetes-world.ts'
import { buildTestInstanceSpec, execShellScript, getDriverErrorCode, startAndWait, stopAndWait, waitForPhase } from './world.ts'

defineDockerCases(() => {
  let all: KubernetesGround
  let world: KubernetesWorld
  beforeAll(async () => {
    all = await createKubernetesGround()
  })
  afterAll(() => all?.end())
  beforeEach(async () => {
    world = await all.createWorld()
  })
  afterEach(() => world?.end())

  const findPod = async ({ id }: InstanceSpec) => {
    const selector = buildSelector(world.installation_id, { id, parts: ['main'] })
    const { items } = await all.ground.api.get<{ items: Pod[] }>(
      `${all.ground.path('pods')}?labelSelector=${encodeURIComponent(selector)}`,
    )
    return items[0]!
  }
  const observeUntil = (spec: InstanceSpec, seen: object) =>
    waitUntil(async () => expect(await world.driver.observe(spec)).toMatchObject(seen))

  describe('kubernetes faults: an instance', () => {
    it('whose node falls silent is unknown, is not made a second time, and is back by itself', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      const before = await startAndWait(world, spec)
      const node = all.ground.kubelet.node(spec.host)
      await node.fallSilent()
      await observeUntil(spec, { phase: 'unknown' })
      expect((await world.driver.ensureRunning(spec)).phase).toBe('unknown')
      const reports = await world.driver.inventory()
      expect(reports.find(({ host }) => host === spec.host)).toMatchObject({ problem: expect.stringContaining('NotReady') })
      expect(reports.find(({ host }) => host !== spec.host)?.facts?.schedulable).toBe(true)
      expect((await world.driver.ensureStopped(spec, { grace_seconds: 0 })).phase).toBe('unknown')
      await node.becomeReady()
      await waitForPhase(world, spec, 'stopped')
      await waitUntil(async () =>
        expect((await describeHosts(world.driver)).map(({ schedulable }) => schedulable)).toEqual([true, true]),
      )
      await startAndWait(world, spec)
      expect((await world.driver.observe(spec)).started_at!.getTime()).toBeGreaterThan(before.started_at!.getTime())
    })

    it('that its node evicts says so, and starts again on its disks', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept > /root/file')
      const { metadata } = await findPod(spec)
      await all.ground.kubelet.evict(metadata.namespace, metadata.name, 'The node was low on resource: memory.')
      await observeUntil(spec, { phase: 'failed', reason: 'Evicted', message: expect.stringContaining('low on resource') })
      expect((await world.driver.ensureRunning(spec)).phase).toBe('failed')
      await stopAndWait(world, spec)
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /root/file')).output).toBe('kept\n')
    })

    it('that is killed for want of memory says so', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const { metadata } = await findPod(spec)
      await all.ground.kubelet.killForMemory(metadata.namespace, metadata.name)
      await observeUntil(spec, { phase: 'failed', reason: 'OutOfMemory' })
    })

    it('that sees fewer cards than it holds fails in the words of its tool, and runs with as many as it holds', async () => {
      const [host] = await describeHosts(world.driver)
      const spec = await buildTestInstanceSpec(world, 'a', { gpu_uuids: host!.gpus.map(({ uuid }) => uuid) })
      await startAndWait(world, spec) // an image without the tool
      const tell = async (...rows: string[]) => {
        const tool = `printf '#!/bin/sh\\ncat /root/cards\\n' >/bin/nvidia-smi; chmod +x /bin/nvidia-smi`
        const told = rows.map((row) => `echo '${row}' >>/root/cards`).join('; ')
        expect((await execShellScript(world, spec, `${tool}; rm -f /root/cards; ${told}`)).code).toBe(0)
      }
      const rows = ['GPU-1, NVIDIA X, 40, 1000, 50, 200', 'GPU-2, NVIDIA X, 41, 1000, 50, 200'] as const
      await tell(rows[0])
      await stopAndWait(world, spec)
      await world.driver.ensureRunning(spec)
      await observeUntil(spec, {
        phase: 'failed',
        reason: 'GpuMissing',
        message: expect.stringContaining('应有 2 张，容器里看到 1 张：GPU-1'),
      })
      await tell(...rows)
      await stopAndWait(world, spec)
      await startAndWait(world, spec)
      const [sample] = await world.driver.usage([spec])
      expect(sample!.gpus.map(({ uuid, slot }) => [slot, uuid])).toEqual([
        [spec.gpu_uuids[0], 'GPU-1'],
        [spec.gpu_uuids[1], 'GPU-2'],
      ])
    })

    it('whose image cannot be pulled says why, in people’s words', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { image: '127.0.0.1:1/zhisuan/none:1' })
      await world.driver.ensureRunning(spec)
      await observeUntil(spec, {
        phase: 'failed',
        reason: 'ImagePullFailed',
        message: expect.stringContaining('镜像仓库暂时无法连接'),
      })
    })

    it('is started once by two servers that are asked at the same time', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      const other = createKubernetesDriver(world.options)
      for (let round = 0; round < 20; round += 1) {
        await Promise.allSettled([world.driver.ensureRunning(spec), other.ensureRunning(spec)])
        await world.wait(50)
      }
      await startAndWait(world, spec)
      const selector = buildSelector(world.installation_id, { id: 'a', parts: ['main'] })
      const query = `${all.ground.path('pods')}?labelSelector=${encodeURIComponent(selector)}`
      expect((await all.ground.api.get<{ items: Pod[] }>(query)).items).toHaveLength(1)
      await other.close()
    })

    it('whose data disk cannot be copied because its node is full says so, and is copied later', async () => {
      const from = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, from)
      await stopAndWait(world, from)
      const to = await buildTestInstanceSpec(world, 'b')
      const copy = () => world.driver.copyDataDisk(from, to, () => undefined)
      const [host] = await describeHosts(world.driver)
      const full = await buildTestInstanceSpec(world, 'c', { cpu: host!.cpu })
      await startAndWait(world, full)
      expect(await getDriverErrorCode(copy())).toBe('NoCapacity')
      await world.driver.ensureAbsent(full)
      await copy()
      await startAndWait(world, to)
    })

    it('that ends by itself is not started again before somebody asks', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const { metadata } = await findPod(spec)
      await all.ground.api.delete(all.ground.path('pods', metadata.name), { gracePeriodSeconds: 1 })
      await all.ground.waitUntilGone('pods', metadata.name)
      expect(await listObjects(world.driver)).toHaveLength(1)
      await startAndWait(world, spec)
      expect((await findPod(spec)).metadata.uid).not.toBe(metadata.uid)
    })
  })

  describe('kubernetes faults: a node', () => {
    it('has what others hold taken from its stock', async () => {
      const [before] = await describeHosts(world.driver)
      const resources = { limits: { cpu: '2', memory: '1Gi', 'nvidia.com/gpu': '1' } }
      await all.ground.createPod('foreign', { resources })
      const pod = await all.ground.waitForPod('foreign', { phase: 'Running' })
      await waitUntil(async () => {
        const now = (await describeHosts(world.driver)).find(({ name }) => name === pod.spec.nodeName)!
        expect(now).toMatchObject({ cpu: before!.cpu - 2, memory_mb: before!.memory_mb - 1024 })
        expect(now.gpus).toHaveLength(1)
      })
      await all.ground.api.delete(all.ground.path('pods', 'foreign'))
      await all.ground.waitUntilGone('pods', 'foreign')
    })

    it('that is rented out no longer keeps what runs on it', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const path = `/api/v1/nodes/${spec.host}`
      await all.ground.api.patch(path, { metadata: { labels: { [groundLabel]: 'others' } } })
      await waitUntil(async () => expect((await describeHosts(world.driver)).map(({ name }) => name)).not.toContain(spec.host))
      expect((await world.driver.observe(spec)).phase).toBe('running')
      expect((await listObjects(world.driver)).map(({ phase }) => phase)).toEqual(['running'])
      await stopAndWait(world, spec)
      await all.ground.api.patch(path, { metadata: { labels: { [groundLabel]: all.ground.namespace } } })
      await waitUntil(async () => expect(await describeHosts(world.driver)).toHaveLength(2))
    })

    it('that is cordoned takes nothing new, and says how to undo that', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      const path = `/api/v1/nodes/${spec.host}`
      await all.ground.api.patch(path, { spec: { unschedulable: true } })
      await waitUntil(async () => {
        const host = (await describeHosts(world.driver)).find(({ name }) => name === spec.host)
        expect(host).toMatchObject({ schedulable: false, problem: expect.stringContaining('kubectl uncordon') })
        expect(await getDriverErrorCode(world.driver.ensureRunning(spec))).toBe('NoCapacity')
      })
      await all.ground.api.patch(path, { spec: { unschedulable: false } })
    })
  })

  describe('kubernetes faults: a check', () => {
    it('finds what the cluster has and lacks', async () => {
      const found = await checkCluster(world.options)
      const of = (item: string) => found.find((finding) => finding.item === item)
      for (const item of ['api', 'permissions', 'namespace', 'storage_class', 'nodes', 'cards']) {
        expect(of(item)).toMatchObject({ item, ok: true })
      }
      expect(of('cards')?.found).toBe('GeForce RTX 4090 × 4')
      expect(of('network_policy')).toMatchObject({ ok: false, mend: expect.stringContaining('kubectl apply -k') })
    })

    it('says which storage class, labels and secret are not there', async () => {
      const options = { ...world.options, storage_class: 'none', pull_secret: 'none', node_selector: { no: 'node' } }
      const found = await checkCluster(options)
      const faults = found.filter(({ ok }) => !ok).map(({ item }) => item)
      expect(faults).toEqual(['storage_class', 'nodes', 'network_policy', 'pull_secret'])
    })

    it('says that an API server does not answer, or does not know us', async () => {
      const { access } = world.options
      const away = await checkCluster({ ...world.options, access: { ...access, server: 'https://127.0.0.1:1' } })
      expect(away).toMatchObject([{ item: 'api', ok: false, found: expect.stringContaining('没有应答') }])
      const strange = await checkCluster({ ...world.options, access: { ...access, token: 'wrong' } })
      expect(strange).toMatchObject([{ item: 'api', ok: false, found: expect.stringContaining('不认这份凭据') }])
    })
  })
}, clusterObstacle)
