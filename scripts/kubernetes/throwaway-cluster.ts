import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { findProgram } from '../docker-engine/programs.ts'
import { freePort } from '../throwaway-postgres.ts'
import type { ControlPlane } from './build-control-plane.ts'
import { type ClusterPapers, writeClusterPapers } from './cluster-papers.ts'

const startPatienceMs = 120_000
const stopPatienceMs = 10_000
/** Without the controllers that would give accounts their tokens, and take its first taint off a node. */
const withoutControllers = 'ServiceAccount,TaintNodesByCondition'

/** An API server with its store and its scheduler, on loopback; it has no nodes until a kubelet brings some. */
export interface ThrowawayCluster {
  /** Holds what its clients and a stand-in kubelet need: `kubeconfig`, `ca.crt`, `server.crt`, `server.key`. */
  folder: string
  url: string
  papers: ClusterPapers
  pids: { etcd: number; apiserver: number; scheduler: number }
  stop(): Promise<void>
}

export async function startThrowawayCluster(programs: ControlPlane): Promise<ThrowawayCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'zhisuan-kubernetes-'))
  const started: ChildProcess[] = []
  const stop = async () => {
    for (const child of started.toReversed()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [port, storePort, peerPort] = [await freePort(), await freePort(), await freePort()]
    const url = `https://127.0.0.1:${port}`
    const papers = await writeClusterPapers(programs.openssl, folder, url)
    const setpriv = (await findProgram('setpriv'))!
    const start = (program: string, args: readonly string[]) => {
      const child = spawnBound(setpriv, program, args, folder)
      started.push(child)
      return child
    }
    const etcd = start(programs.etcd, listStoreFlags(folder, papers, storePort, peerPort))
    const apiserver = start(programs.apiserver, listServerFlags(papers, port, storePort))
    await becomesReady(url, papers, started, folder)
    const scheduling = ['--kubeconfig', papers.kubeconfig, '--leader-elect=false', '--port=0', '--secure-port=0']
    const scheduler = start(programs.scheduler, scheduling)
    return { folder, url, papers, pids: { etcd: etcd.pid!, apiserver: apiserver.pid!, scheduler: scheduler.pid! }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Dies with this process, however this process ends. */
function spawnBound(setpriv: string, program: string, args: readonly string[], folder: string): ChildProcess {
  const log = openSync(join(folder, `${basename(program)}.log`), 'a')
  const child = spawn(setpriv, ['--pdeathsig', 'KILL', program, ...args], { cwd: folder, stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

function listStoreFlags(folder: string, { ca, server }: ClusterPapers, port: number, peerPort: number): string[] {
  const peer = `http://127.0.0.1:${peerPort}`
  const client = `https://127.0.0.1:${port}`
  return [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ...['--client-cert-auth', '--trusted-ca-file', ca, '--cert-file', server.cert, '--key-file', server.key],
  ]
}

function listServerFlags(papers: ClusterPapers, port: number, storePort: number): string[] {
  const { ca, server, kubelet_client, account_keys, tokens } = papers
  return [
    ...['--bind-address=127.0.0.1', '--advertise-address=127.0.0.1', `--secure-port=${port}`, '--insecure-port=0'],
    ...[`--tls-cert-file=${server.cert}`, `--tls-private-key-file=${server.key}`, `--token-auth-file=${tokens}`],
    ...[`--etcd-servers=https://127.0.0.1:${storePort}`, `--etcd-cafile=${ca}`],
    ...[`--etcd-certfile=${server.cert}`, `--etcd-keyfile=${server.key}`],
    ...[`--kubelet-client-certificate=${kubelet_client.cert}`, `--kubelet-client-key=${kubelet_client.key}`],
    ...[`--kubelet-certificate-authority=${ca}`, '--kubelet-preferred-address-types=InternalIP'],
    ...['--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${account_keys.public}`],
    `--service-account-signing-key-file=${account_keys.private}`,
    ...['--service-cluster-ip-range=10.96.0.0/16', '--endpoint-reconciler-type=none', '--allow-privileged=false'],
    ...['--authorization-mode=RBAC', '--anonymous-auth=false', `--disable-admission-plugins=${withoutControllers}`],
  ]
}

async function becomesReady(url: string, papers: ClusterPapers, started: readonly ChildProcess[], folder: string): Promise<void> {
  const agent = new Agent({ ca: readFileSync(papers.ca) })
  const headers = { authorization: `Bearer ${papers.admin_token}` }
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      const asked = get(`${url}/readyz`, { agent, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      asked.on('error', () => resolve(false))
    })
  for (const from = performance.now(); performance.now() - from < startPatienceMs; await after(100)) {
    const ended = started.find(isOver)
    if (ended) throw new Error(`临时 Kubernetes 集群没有启动：\n${readLastWords(ended, folder)}`)
    if (await isReady()) return agent.destroy()
  }
  throw new Error(`kube-apiserver 在 ${startPatienceMs / 1000} 秒内没有就绪`)
}

function readLastWords(child: ChildProcess, folder: string): string {
  const program = child.spawnargs[3] ?? ''
  const log = readFileSync(join(folder, `${basename(program)}.log`), 'utf8')
  return log.trimEnd().split('\n').slice(-5).join('\n')
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (isOver(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs)
  await ended
  clearTimeout(patience)
}
