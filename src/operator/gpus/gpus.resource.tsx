import { type GpuState, gpuStates, operatorGpus, operatorPanel } from '#contract/operator/money.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { EntityLink } from '#src/operator/shared/EntityLink.tsx'
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

/** Every card and its current holder. */
export default defineResource({
  name: 'operator-gpus',
  label: 'GPU',
  meaning: '每张卡在哪台主机、被谁占用。「不可租」是空闲、但主机已排空、维护中、待登记或不可调度的卡。',
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
    region_id: { label: '地域', options: loadRegionOptions },
    gpu_model: { label: '型号', options: loadGpuModelOptions },
    state: { label: '状态', options: gpuStates },
  },
  search: '搜索 UUID、主机或实例',
  empty: { title: '还没有 GPU', hint: '算力驱动报告的卡会出现在这里。', action: null },
})
