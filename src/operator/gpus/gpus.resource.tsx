import { type GpuState, gpuStates, type OperatorGpu, operatorGpus } from '#contract/operator/gpus.ts'
import { operatorPanel } from '#contract/operator/money.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { EntityLink } from '#src/operator/shared/EntityLink.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<GpuState> = {
  rented: { tone: 'primary', icon: 'play' },
  free: { tone: 'success', icon: 'check' },
  closed: { tone: 'neutral', icon: 'power' },
}

/** Every card model that exists, on sale or not. */
const loadGpuModelOptions = async (): Promise<OptionLabels> => {
  const { data } = await callEndpoint(operatorPanel.stock)
  return Object.fromEntries(data.gpus.map(({ gpu_model: gpuModel }) => [gpuModel, gpuModel]))
}

/** What is wrong, and whether the platform took the card out of sale for it. */
const formatHealth = ({ health, health_since: since, held_at: heldAt, held_reason: heldReason }: OperatorGpu) => {
  if (heldAt === null) return health === null || since === null ? '' : `${health}（${formatTime(since)} 起，观察中）`
  const held = `${formatTime(heldAt)} 起停售`
  return health === null ? `${held}：${heldReason}。主机已不再报告故障` : `${held}：${health}`
}
const reasonField = { name: 'reason', label: '原因', placeholder: '例如 已重启主机并压测通过' } as const

/** Every card and its current holder. */
export default defineResource({
  name: 'operator-gpus',
  label: 'GPU',
  meaning: '每张卡在哪台主机、被谁占用。「不可租」是空闲、但有故障，或主机已排空、停售、维护中、待登记、不可调度的卡。',
  path: operatorPaths.gpus,
  nav: { section: 'hosts', order: 20 },
  api: { list: operatorGpus.list },
  title: (gpu) => gpu.id,
  columns: [
    { field: 'id', title: 'UUID', type: 'copy', label: '复制 UUID' },
    { field: 'gpu_model', title: '型号' },
    { field: 'host_id', title: '主机', type: 'link', to: ({ host_id: hostId }) => operatorPaths.host(hostId) },
    { field: 'region_name', title: '地域', text: ({ region_name: regionName }) => regionName ?? '未登记' },
    { field: 'state', title: '状态', type: 'status', words: gpuStates, looks: statusStyles },
    { field: 'health', title: '故障', text: formatHealth },
    {
      field: 'instance_id',
      title: '实例',
      render: ({ instance_id: id }) =>
        id && (
          <EntityLink kind="operator-instances" id={id}>
            {id}
          </EntityLink>
        ),
      text: ({ instance_id: id }) => id ?? '',
    },
  ],
  filters: {
    held: { label: '范围', options: { true: '停售的' } },
    region_id: { label: '地域', options: loadRegionOptions },
    gpu_model: { label: '型号', options: loadGpuModelOptions },
    state: { label: '状态', options: gpuStates },
  },
  search: '搜索 UUID、主机或实例',
  actions: [
    {
      name: 'restore',
      label: '恢复上架',
      endpoint: operatorGpus.restore,
      allowed: ({ held_at: heldAt, health }) => heldAt !== null && health === null,
      whenOff: 'hidden',
      effect: '这张卡立即可以重新租出。请先确认故障已经处理好。',
      fields: [reasonField],
    },
    {
      name: 'remove',
      label: '移出库存',
      danger: true,
      endpoint: operatorGpus.remove,
      allowed: ({ held_at: heldAt, missing, instance_id: instanceId }) => heldAt !== null && missing && instanceId === null,
      whenOff: 'hidden',
      effect: '用于已经拆走或更换的卡。主机如果再次报告它，就作为一张新卡入库。',
      fields: [reasonField],
    },
  ],
  empty: { title: '还没有 GPU', hint: '算力驱动报告的卡会出现在这里。', action: null },
})
