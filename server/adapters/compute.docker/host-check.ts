import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { readContainerLogs } from './container-logs.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { emptyLabels, formatBridgeName, formatNetworkName } from './names.ts'
import type { AllowedNetwork, DockerSettings } from './settings.ts'
import type { DockerStorage } from './storage.ts'
import { listToolImages, noToolImage } from './tool-images.ts'

const recheckMs = 600_000
const problemRecheckMs = 20_000
const leftoverAfterMs = 60_000
const notFound = 404
const imageMissingTool = 112
/** Metadata services, where cloud machines get their account keys. */
const metadataTargets = ['169.254.169.254:80', '100.100.100.200:80']
/** Ports on which a host or router usually answers, if only with a refusal. */
const probedPorts = [22, 80, 443, 2375, 5432, 8080]
/** Nothing listens here: a container that does not even see this refusal has no working network. */
const controlTarget = '127.0.0.1:9'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
/**
 * `sh -c script sh <address:port>…`: prints the targets that answer, by an open port or a refusal, and the volume's mount
 * options.
 */
const probeScript = `LC_ALL=C; export LC_ALL
has() { command -v "$1" >/dev/null 2>&1; }
case "$(nc --help 2>&1)" in *BusyBox*) tool=nc ;; *) for t in python3 perl bash; do has $t && tool=$t && break; done ;; esac
[ "$tool" ] || exit ${imageMissingTool}
reach() { case $tool in
nc) nc -w 1 "$1" "$2" </dev/null ;;
python3) python3 -c 'import socket,sys
socket.create_connection((sys.argv[1],int(sys.argv[2])),1)' "$1" "$2" ;;
perl) perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr=>$ARGV[0],PeerPort=>$ARGV[1],Timeout=>1) or die $!' "$1" "$2" ;;
bash) timeout 1 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$1" "$2" ;;
esac; }
try() { said=$(reach "\${1%:*}" "\${1##*:}" 2>&1) && echo "reached $1" || case "$said" in *[Rr]efused*) echo "reached $1" ;; esac; }
for at; do try "$at" & done
wait
while read -r _ at _ how _; do [ "$at" = /workspace ] && echo "mounted $how"; done </proc/mounts
exit 0`
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

/**
 * Checks whether the host may run tenants' containers: from inside one, metadata, the host and its network must not answer,
 * and volumes must be nosuid,nodev (scripts/tenant-host.sh). The check container is confined like a tenant's.
 */
export class HostCheck {
  readonly #engine: DockerEngine
  readonly #clock: Clock
  readonly #storage: DockerStorage
  readonly #settings: DockerSettings
  #last: { at: Date; problem: string | undefined } | undefined
  readonly #check = withSingleFlight(() => this.#checkNow())

  constructor(engine: DockerEngine, clock: Clock, storage: DockerStorage, settings: DockerSettings) {
    this.#engine = engine
    this.#clock = clock
    this.#storage = storage
    this.#settings = settings
  }

  /**
   * Returns why the host is unfit, for operators; undefined if it is fit. Only the first check and checks of an unfit host
   * block.
   */
  async problem(): Promise<string | undefined> {
    if (this.#settings.host_check === 'skipped') return undefined
    const ageMs = this.#last ? this.#clock.now().getTime() - this.#last.at.getTime() : Number.POSITIVE_INFINITY
    const stale = ageMs < 0 || ageMs > (this.#last?.problem ? problemRecheckMs : recheckMs)
    const checked = stale ? this.#check() : undefined
    if (!this.#last || this.#last.problem) await checked
    return this.#last?.problem
  }

  async #checkNow(): Promise<void> {
    const problem = await this.#look().catch((error: unknown) => {
      if (error instanceof DriverError) return `没能检查主机的隔离：${error.message}`
      throw error
    })
    this.#last = { at: this.#clock.now(), problem }
  }

  async #look(): Promise<string | undefined> {
    await this.#sweep()
    await this.#storage.ensureNetwork()
    const targets = (await this.#targets()).filter((at) => !isTargetAllowed(at, this.#settings.egress_allow))
    for (const image of await listToolImages(this.#engine, this.#settings)) {
      const said = await this.#ask(image, [controlTarget, ...targets])
      if (said) return describeHostProblem(said)
    }
    return `没能检查主机的隔离：${noToolImage}`
  }

  async #targets(): Promise<string[]> {
    const name = formatNetworkName(this.#settings.installation_id)
    const { IPAM } = await this.#engine.call((docker) => docker.getNetwork(name).inspect())
    const gateways = ((IPAM?.Config ?? []) as { Gateway?: string }[]).flatMap(({ Gateway }) => Gateway ?? [])
    // Of an engine elsewhere, or behind a tunnel, these would be the addresses of another machine.
    const here = this.#settings.access.by === 'unix' ? networkInterfaces() : {}
    const own = here[formatBridgeName(this.#settings.installation_id)]
      ? Object.values(here).flatMap((addresses = []) =>
          addresses.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
        )
      : []
    const routers = own.length > 0 ? await listRouters('/proc/net/route') : []
    const hosts = [...new Set([...gateways.filter((at) => !isIPv6(at)), ...own, ...routers])]
    return [...metadataTargets, ...hosts.flatMap((host) => probedPorts.map((port) => `${host}:${port}`))]
  }

  /** Returns the output of the check container; undefined if the image has no suitable tool. */
  async #ask(Image: string, targets: readonly string[]): Promise<string[] | undefined> {
    const { installation_id: installationId } = this.#settings
    const { id } = await this.#engine.call((docker) =>
      docker.createContainer({
        name: `${checkNamePrefix(installationId)}${randomUUID()}`,
        Image,
        Entrypoint: ['sh', '-c', probeScript, 'sh'],
        Cmd: [...targets],
        User: '0:0',
        Labels: emptyLabels,
        HostConfig: {
          NetworkMode: formatNetworkName(installationId),
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges'],
          PidsLimit: 512,
          Memory: 256 * 2 ** 20,
          Mounts: [{ Type: 'volume', Source: '', Target: '/workspace' }],
        },
      }),
    )
    try {
      const StatusCode = await this.#engine.call(async (docker) => {
        await docker.getContainer(id).start()
        return ((await docker.getContainer(id).wait()) as { StatusCode: number }).StatusCode
      })
      if (StatusCode !== 0) return undefined
      return (await readContainerLogs(this.#engine, id, 200)).map((line) => line.replace(/^\S+ /, ''))
    } catch (error) {
      if (error instanceof DriverError && /executable file not found|no such file/i.test(error.message)) return undefined
      throw error
    } finally {
      await this.#remove(id)
    }
  }

  async #remove(container: string): Promise<void> {
    await ignoreStatuses(
      [notFound, 409],
      this.#engine.longCall((docker) => docker.getContainer(container).remove({ force: true, v: true })),
    )
  }

  /** Removes leftovers of a killed server; spares recent ones, because another server may be checking right now. */
  async #sweep(): Promise<void> {
    const filters = { name: [`^/${checkNamePrefix(this.#settings.installation_id)}`] }
    const found = await this.#engine.call((docker) => docker.listContainers({ all: true, filters }))
    const old = found.filter(({ Created }) => Created * 1000 < this.#clock.now().getTime() - leftoverAfterMs)
    for (const { Id } of old) await this.#remove(Id)
  }
}

const checkNamePrefix = (installationId: string) => `zhisuan-check.${installationId}.`

/** Translates the output of the check container into a message for operators. */
export function describeHostProblem(said: readonly string[]): string | undefined {
  const reached = said.filter((line) => line.startsWith('reached ')).map((line) => line.slice('reached '.length))
  const mounted =
    said
      .find((line) => line.startsWith('mounted '))
      ?.slice('mounted '.length)
      .split(',') ?? []
  if (!reached.includes(controlTarget)) return '没能检查主机的隔离：用来检查的容器看不到任何网络'
  const open = reached.filter((at) => at !== controlTarget).sort()
  const faults = [
    open.length > 0 && `实例里能连到 ${open.slice(0, 4).join('、')}${open.length > 4 ? ` 等 ${open.length} 处` : ''}`,
    !['nosuid', 'nodev'].every((flag) => mounted.includes(flag)) && '实例的数据卷没有以 nosuid,nodev 挂载',
  ].filter((fault) => fault !== false)
  if (faults.length === 0) return undefined
  return `${faults.join('；')}。请在这台主机上以 root 运行 sh scripts/tenant-host.sh`
}

/** True if an operator's rule allows `address:port`. */
export function isTargetAllowed(target: string, allow: readonly AllowedNetwork[]): boolean {
  const cut = target.lastIndexOf(':')
  const [address, port] = [target.slice(0, cut), Number(target.slice(cut + 1))]
  return allow.some((rule) => (rule.port === undefined || rule.port === port) && isInNetwork(rule.net, address))
}

function isInNetwork(net: string, address: string): boolean {
  const [base = '', bits] = net.split('/')
  const family = isIPv6(base) ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(base, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Lists gateway addresses from the kernel's table, which stores four bytes in hex, last byte first. */
async function listRouters(table: string): Promise<string[]> {
  const rows = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1)
  const gateways = rows.map((row) => row.split('\t')[2] ?? '').filter((hex) => /^[0-9A-F]{8}$/.test(hex) && hex !== '00000000')
  return gateways.map((hex) => [...Buffer.from(hex, 'hex')].reverse().join('.'))
}
