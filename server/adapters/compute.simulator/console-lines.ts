import type { InstanceSpec } from '#server/ports/compute.ts'
import type { SimulatedState } from './state.ts'

/** Formats one console line: time, space, text. */
export const formatConsoleLine = (at: number, text: string): string => `${new Date(at).toISOString()} ${text}`

/** Builds the console lines of the current state up to `now`. */
export function buildConsoleLines(spec: InstanceSpec, state: SimulatedState, now: number): string[] {
  return buildStateLines(spec, state)
    .filter(([at]) => at <= now)
    .map(([at, text]) => formatConsoleLine(at, text))
}

function buildStateLines(spec: InstanceSpec, state: SimulatedState): [at: number, text: string][] {
  if (state.at === 'stopping') return [[state.since, '收到关机请求，正在停止进程']]
  if (state.at !== 'booting') return []
  const pulled = state.since + state.pull_ms
  const accepted: [number, string] = [state.since, `已调度到主机 ${spec.host}，GPU ${spec.gpu_uuids.length} 张`]
  const pulling: [number, string][] = state.pull_ms > 0 ? [[state.since, `拉取镜像 ${spec.image}`]] : []
  if (state.fails) return [accepted, ...pulling, [pulled, state.fails.message]]
  const created = pulled + state.create_ms
  const started = created + state.start_ms
  return [
    accepted,
    ...pulling,
    [created, `容器就绪：系统盘 ${spec.sys_disk_gb} GB，数据盘 ${spec.data_disk_gb} GB 挂载在 /workspace`],
    ...spec.gpu_uuids.map((uuid, slot): [number, string] => [started, `GPU ${slot}：${spec.gpu_model}（${uuid}）`]),
    [started, `已写入 SSH 公钥 ${spec.authorized_keys.length} 把`],
    [started, `实例已启动（模拟）：${spec.hostname}`],
  ]
}
