import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findOrBuildControlPlane, NoControlPlane } from './kubernetes/build-control-plane.ts'
import { startThrowawayCluster } from './kubernetes/throwaway-cluster.ts'

const notPossible = 3

/**
 * `with-kubernetes.ts [--] command [args…]`: runs the command with the control plane of a Kubernetes cluster of its own, whose
 * folder is TEST_CLUSTER and whose access is KUBECONFIG; exit code 3 if none can run here. Within with-docker.ts it shares
 * that engine's network, as a stand-in kubelet must.
 */
async function main(): Promise<number> {
  const [command, ...args] = process.argv.slice(process.argv[2] === '--' ? 3 : 2)
  if (command === undefined) {
    console.error('用法：with-kubernetes.ts 命令 [参数…]')
    return 2
  }
  const programs = await findOrBuildControlPlane()
  const cluster = await startThrowawayCluster(programs)
  try {
    return await run(command, args, { TEST_CLUSTER: cluster.folder, KUBECONFIG: cluster.papers.kubeconfig })
  } finally {
    await cluster.stop()
  }
}

async function run(command: string, args: readonly string[], more: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...more } })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return code ?? (signal ? 130 : 1)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: Error) => {
    console.error(error.message)
    process.exitCode = error instanceof NoControlPlane ? notPossible : 1
  },
)
