import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { RealRegistry } from '#tests/compute/real-registry.ts'
import { testImageName } from '../../scripts/docker-engine/test-image.ts'

const Ready = z.object({ kubeconfig: z.string(), namespace: z.string(), storage_class: z.string(), nodes: z.array(z.string()) })

/** Two nodes of the throwaway cluster, in their own process, whose test image the registry has as `image`. */
export async function startAddedCluster({ url, login }: RealRegistry, card: string, image: string) {
  const wanted = { card, host: url.host, ...login, image: `${url.host}${url.pathname}/${image}`, from: testImageName }
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/e2e/added-cluster.child.ts', JSON.stringify(wanted)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the cluster has ended')
    return value
  }
  const change = async (what: 'dies' | 'returns', node: string) => {
    child.stdin.write(`${what} ${node}\n`)
    await next()
  }
  return {
    ...Ready.parse(JSON.parse(await next())),
    change,
    close: async () => {
      child.stdin.end()
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
