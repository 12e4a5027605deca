import { Link } from 'react-router-dom'
import { type PrivateImage, type PrivateImageState, privateImageStates, privateImages } from '#contract/private-images.ts'
import { vendorNames } from '#contract/products.ts'
import { defineView } from '#src/admin/define-view.ts'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { paths } from '#src/paths.ts'
import { formatGb } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'

const statusStyles: StateStyles<PrivateImageState> = {
  saving: { tone: 'warning', icon: 'save' },
  ready: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
  lost: { tone: 'danger', icon: 'warning' },
}

/** State of an image, with the progress of saving. */
const PrivateImageStateTag = ({ image: { state, percent } }: { image: Pick<PrivateImage, 'state' | 'percent'> }) => (
  <ToneTag tone={statusStyles[state].tone} icon={statusStyles[state].icon}>
    {privateImageStates[state]}
    {percent !== null && ` ${percent}%`}
  </ToneTag>
)

const isReady = ({ state }: PrivateImage) => state === 'ready'

/** Images saved from system disks, to create more instances from (product §7). */
export default defineView({
  label: '私有镜像',
  meaning: '把实例的系统盘存下来，之后用它创建实例或更换镜像。只有你和你共享的账号能用，保存和存放都不收费。',
  path: paths.privateImages,
  nav: { section: 'images', order: 10, tab: '我的镜像' },
  api: {
    list: privateImages.list,
    one: privateImages.get,
    update: privateImages.update,
    remove: privateImages.remove,
  },
  title: (image) => image.name,
  columns: [
    { field: 'name', title: '名称' },
    { field: 'version', title: '版本' },
    {
      field: 'state',
      title: '状态',
      render: (image) => <PrivateImageStateTag image={image} />,
      text: ({ state }) => privateImageStates[state],
    },
    {
      field: 'vendor',
      title: '适用 GPU',
      text: formatEnvironment,
    },
    {
      field: 'size_gb',
      title: '大小（GB）',
      text: ({ size_gb: sizeGb }) => (sizeGb === null ? '' : formatGb(sizeGb)),
      align: 'end',
    },
    {
      field: 'source_instance_id',
      title: '来源实例',
      type: 'link',
      value: ({ source_instance_name: sourceInstanceName }) => sourceInstanceName,
      to: ({ source_instance_id: sourceInstanceId }) => sourceInstanceId && paths.containerInstance(sourceInstanceId),
    },
    { field: 'shares', title: '共享', text: ({ shares }) => (shares ? `${shares} 个账号` : ''), align: 'end' },
    { field: 'used_by', title: '使用中', type: 'count', measure: '台', value: ({ used_by: usedBy }) => usedBy || null },
    { field: 'created_at', title: '保存时间', type: 'time' },
  ],
  details: [
    { field: 'framework', title: '框架' },
    { field: 'python', title: 'Python' },
    { field: 'id', title: '编号' },
  ],
  filters: {
    state: { label: '状态', options: privateImageStates },
    vendor: { label: '适用 GPU', options: vendorNames },
  },
  search: '搜索名称',
  form: { update: [{ name: 'name', label: '镜像名称' }], updateLabel: '改名' },
  actions: [
    {
      name: 'create-instance',
      label: '创建实例',
      icon: <Icon name="plus" />,
      allowed: isReady,
      whenOff: 'hidden',
      href: ({ id }) => paths.createInstance({ image_id: id }),
    },
    {
      name: 'share',
      label: '共享',
      icon: <Icon name="users" />,
      allowed: isReady,
      whenOff: 'hidden',
      dialog: () => import('./ShareImageDialog.tsx'),
    },
    {
      name: 'publish',
      label: '发布到社区',
      icon: <Icon name="arrow_up" />,
      allowed: isReady,
      whenOff: 'hidden',
      href: ({ id }) => paths.releaseImageOf({ private_image_id: id }),
    },
  ],
  remove: {
    effect:
      '镜像将被永久删除，无法恢复；镜像不收费，账单没有变化。共享随之收回，别人已在用的实例照常运行和开机；由它发布到社区的版本、来源实例和数据不受影响。你自己还有实例在使用它时不能删除。',
  },
  live: 'private_images',
  empty: {
    title: '还没有私有镜像',
    hint: '在实例装好环境后，从实例的操作里选「保存镜像」，下次创建实例就不用重新安装。',
    action: <Link to={paths.containerInstances}>去选择实例</Link>,
  },
})
