import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '#tests/support/until.ts'
import { defineDockerCases } from './docker-world.ts'
import { clusterObstacle, Ground } from './kubelet/ground.ts'
import { startTestRegistry } from './registry.ts'

const longerThanARound = 1_000

defineDockerCases(
  () =>
    describe('kubernetes ground: on demand', () => {
      let ground: Ground
      beforeAll(async () => {
        ground = await Ground.create([{ name: 'faulty', cpu: 8, memory: '32Gi' }])
      })
      afterAll(() => ground?.end())

      const readNode = (status: string) =>
        waitUntil(async () => {
          const node = await ground.api.get<{ spec: object }>('/api/v1/nodes/faulty')
          const ready = expect.objectContaining({ type: 'Ready', status })
          expect(node).toMatchObject({ status: { conditions: expect.arrayContaining([ready]) } })
          return node
        })
      const running = async (name: string) => {
        await ground.createPod(name)
        return ground.waitForPod(name, { phase: 'Running' })
      }

      it('a node is not ready: it gets no pods, and those it has go on', async () => {
        await running('stays')
        await ground.kubelet.node('faulty').becomeNotReady()
        expect(await readNode('False')).toMatchObject({ spec: { taints: [{ key: 'node.kubernetes.io/not-ready' }] } })
        await ground.createPod('comes')
        const tainted = expect.objectContaining({ reason: 'Unschedulable', message: expect.stringContaining('not-ready') })
        await ground.waitForPod('comes', { phase: 'Pending', conditions: [tainted] })
        expect(await ground.run('stays', 'echo on')).toBe('on\n')
        await ground.kubelet.node('faulty').becomeReady()
        await readNode('True')
        await ground.waitForPod('comes', { phase: 'Running' })
      })

      it('a node is silent: nobody reaches its pods, which go on, and none is deleted before it speaks again', async () => {
        const pod = await running('unheard')
        await ground.kubelet.node('faulty').fallSilent()
        expect(await readNode('Unknown')).toMatchObject({ spec: { taints: [{ key: 'node.kubernetes.io/unreachable' }] } })
        await expect(ground.exec('unheard', ['true'])).rejects.toThrow()
        await ground.api.delete(ground.path('pods', 'unheard'))
        await after(longerThanARound)
        expect(await ground.getPod('unheard')).toMatchObject({ status: { phase: 'Running' } })
        expect(await ground.listContainers(pod)).toMatchObject([{ State: 'running' }])
        await ground.kubelet.node('faulty').becomeReady()
        await readNode('True')
        await ground.waitUntilGone('pods', 'unheard')
        expect(await ground.listContainers(pod)).toEqual([])
      })

      it('a node keeps its lease fresh', async () => {
        const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/faulty'
        const renewed = async () => (await ground.api.get<{ spec: { renewTime: string } }>(lease)).spec.renewTime
        const first = await renewed()
        await waitUntil(async () => expect(await renewed()).not.toBe(first))
      })

      it('a pod is evicted, and stays to be seen', async () => {
        await running('evicted')
        await ground.kubelet.evict(ground.namespace, 'evicted', 'The node was low on resource: ephemeral-storage.')
        await ground.waitForPod('evicted', { phase: 'Failed', reason: 'Evicted', message: expect.stringContaining('storage') })
      })

      it('a pod runs out of memory', async () => {
        await running('hungry')
        await ground.kubelet.killForMemory(ground.namespace, 'hungry')
        const terminated = { reason: 'OOMKilled', exitCode: 137 }
        await ground.waitForPod('hungry', { phase: 'Failed', containerStatuses: [{ state: { terminated } }] })
      })

      it('a pull hangs, and its pod can be deleted all the same', async () => {
        const registry = await startTestRegistry()
        await ground.createPod('pulls', { image: `${registry.address}/zhisuan/hanging:1` })
        await waitUntil(async () => {
          const { items } = await ground.api.get<{ items: { reason: string }[] }>(ground.path('events'))
          expect(items.map(({ reason }) => reason)).toContain('Pulling')
        })
        await ground.api.delete(ground.path('pods', 'pulls'))
        await ground.waitUntilGone('pods', 'pulls')
        await registry.close()
      })

      it('a deletion hangs, and ends when it is let, or by force', async () => {
        ground.kubelet.holdDeletions(true)
        for (const name of ['held', 'forced']) {
          const pod = await running(name)
          await ground.api.delete(ground.path('pods', name))
          await waitUntil(async () => expect(await ground.listContainers(pod)).toMatchObject([{ State: 'exited' }]))
        }
        const forced = await ground.getPod('forced')
        await ground.api.delete(ground.path('pods', 'forced'), { gracePeriodSeconds: 0 })
        await waitUntil(async () => expect(await ground.listContainers(forced)).toEqual([]))
        expect((await ground.getPod('held')).metadata.deletionTimestamp).toBeTruthy()
        ground.kubelet.holdDeletions(false)
        await ground.waitUntilGone('pods', 'held')
      })
    }),
  clusterObstacle,
)
