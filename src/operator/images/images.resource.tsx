import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorImages } from '#contract/operator/images.ts'
import { vendorNames } from '#contract/products.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'

const imageFields = [
  { name: 'name', label: '名称', placeholder: '例如 PyTorch' },
  { name: 'framework', label: '框架', placeholder: '例如 PyTorch' },
  { name: 'version', label: '版本', placeholder: '例如 2.6' },
  { name: 'python', label: 'Python 版本', placeholder: '例如 3.12' },
  { name: 'runtime', label: '运行时', placeholder: '例如 CUDA 12.4' },
  { name: 'size_gb', label: '大小（GB）', input: 'number' },
  { name: 'sort', label: '排序', input: 'number', initial: 0, help: '小的在前。' },
] as const

/** Base images. Private images of users are not listed here. */
export default defineResource({
  name: 'operator-images',
  label: '基础镜像',
  meaning: '用户创建实例时选用的镜像；下线只影响新的选择，在用的照常运行。',
  path: operatorPaths.images,
  nav: { section: 'products', order: 20 },
  api: {
    list: operatorImages.list,
    one: operatorImages.get,
    create: operatorImages.create,
    update: operatorImages.update,
    history: operatorAudit.history,
  },
  title: (image) => `${image.name} ${image.version}`,
  columns: [
    { field: 'name', title: '镜像', text: (image) => `${image.name} ${image.version}` },
    { field: 'vendor', title: '厂商', type: 'word', words: vendorNames },
    { field: 'runtime', title: '运行时', text: (image) => `${image.runtime} / Python ${image.python}` },
    {
      field: 'on_offer',
      title: '状态',
      type: 'status',
      words: { true: '已上线', false: '已下线' },
      looks: { true: { tone: 'success', icon: 'check' }, false: { tone: 'neutral', icon: 'close' } },
    },
    { field: 'size_gb', title: '大小（GB）', align: 'end' },
    { field: 'instances', title: '在用实例', type: 'count' },
    { field: 'sort', title: '排序', type: 'count' },
  ],
  details: [
    { field: 'framework', title: '框架' },
    { field: 'reference', title: '镜像地址', type: 'copy', label: '复制镜像地址' },
  ],
  filters: {
    vendor: { label: '厂商', options: vendorNames },
    on_offer: { label: '状态', options: { true: '已上线', false: '已下线' } },
  },
  search: '搜索名称或镜像地址',
  form: {
    create: [
      { name: 'vendor', label: '厂商', input: 'radio', options: vendorNames, initial: 'nvidia' },
      {
        name: 'reference',
        label: '镜像地址',
        placeholder: '例如 registry.example.cn/base/pytorch:2.6',
        help: '登记后不能修改，实例按它启动。',
      },
      ...imageFields,
    ],
    update: imageFields,
    submit: '登记',
    createLabel: '登记基础镜像',
  },
  actions: [
    {
      name: 'online',
      label: '上线',
      endpoint: operatorImages.online,
      allowed: (image) => !image.on_offer,
      whenOff: 'hidden',
      effect: '上线后用户创建实例时可以选用。',
    },
    {
      name: 'offline',
      label: '下线',
      danger: true,
      endpoint: operatorImages.offline,
      allowed: (image) => image.on_offer,
      whenOff: 'hidden',
      effect: '下线后不能再选用；正在使用它的实例照常运行、关机和开机。',
    },
  ],
})
