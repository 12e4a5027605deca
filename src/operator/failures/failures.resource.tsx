import { failureKinds, operatorFailures } from '#contract/operator/trends.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'

/** Each time an instance failed; the rows behind the chart of the panel. */
export default defineResource({
  name: 'operator-failures',
  label: '实例异常',
  meaning: '每一次开机失败和运行中异常；用户收到了同样的说明，异常期间不计费。',
  path: operatorPaths.failures,
  parent: { label: '工作台', to: operatorPaths.panel },
  api: { list: operatorFailures.list },
  title: (failure) => failure.instance.name,
  columns: [
    { field: 'at', title: '时间', type: 'time' },
    { field: 'kind', title: '类型', type: 'word', words: failureKinds },
    {
      field: 'instance',
      title: '实例',
      type: 'link',
      value: ({ instance }) => (instance.released ? `${instance.name}（已释放）` : instance.name),
      to: ({ instance }) => (instance.released ? null : operatorPaths.instance(instance.id)),
    },
    {
      field: 'owner',
      title: '所有者',
      type: 'link',
      value: ({ owner }) => owner.nickname,
      to: ({ owner }) => operatorPaths.user(owner.id),
    },
    {
      field: 'host_id',
      title: '主机',
      type: 'link',
      to: ({ host_id: hostId }) => operatorPaths.host(hostId),
    },
    { field: 'detail', title: '原因' },
  ],
  filters: { kind: { label: '类型', options: failureKinds } },
  empty: { title: '没有实例异常', hint: '实例开机失败或在运行中停下时会记在这里。', action: null },
})
