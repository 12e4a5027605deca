import { type GpuState, gpu_states, operator_gpus } from '#contract/operator/money.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { modelOptions, regionOptions } from '#src/operator/shared/options.ts'
import type { Looks } from '#src/ui/StateTag.tsx'

const looks: Looks<GpuState> = {
  rented: { tone: 'primary', icon: 'play' },
  free: { tone: 'success', icon: 'check' },
  closed: { tone: 'neutral', icon: 'power' },
}

/** Every card, and who has it. */
export default defineResource({
  name: 'operator-gpus',
  label: 'GPU',
  meaning: '不可租：空闲，但所在主机已排空、维护中、待登记或不可调度。',
  path: operator_paths.gpus,
  nav: { group: 'stock', order: 30, icon: 'chip' },
  api: { list: operator_gpus.list },
  title: (gpu) => gpu.id,
  columns: [
    { field: 'id', title: 'UUID', type: 'copy', label: '复制 UUID' },
    { field: 'gpu_model', title: '型号' },
    { field: 'host_id', title: '主机' },
    { field: 'region_name', title: '地域', text: ({ region_name }) => region_name ?? '未登记' },
    { field: 'state', title: '状态', type: 'status', words: gpu_states, looks },
    {
      field: 'instance_id',
      title: '实例',
      type: 'link',
      to: ({ instance_id }) => instance_id && operator_paths.instance(instance_id),
    },
  ],
  filters: {
    region_id: { label: '地域', options: regionOptions },
    gpu_model: { label: '型号', options: modelOptions },
    state: { label: '状态', options: gpu_states },
  },
  search: '搜索 UUID、主机或实例',
  empty: { title: '还没有 GPU', hint: '算力驱动报告的卡会出现在这里。', action: null },
})
