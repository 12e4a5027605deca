import { imageReleaseStates } from '#contract/image-releases.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorImageReviewDetail, operatorImageReviews } from '#contract/operator/image-reviews.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { formatEnvironment, imageReleaseStateStyles } from '#src/features/images/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { canDecideByState } from '#src/operator/shared/can-decide.ts'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatImagePrice } from '#src/ui/catalogue/image-price.ts'
import { formatGb } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'

const formatAuthorNote = ({ author, own }: Pick<OperatorImageReviewDetail, 'author' | 'own'>) =>
  `${author.is_creator ? '（创作者）' : ''}${own ? '（自己）' : ''}`

/** 私有镜像「环境 v1」，来自实例「训练」. */
const formatReleaseSource = (source: OperatorImageReviewDetail['source']): string =>
  source ? `私有镜像「${source.image}」${source.instance_name ? `，来自实例「${source.instance_name}」` : ''}` : ''

const reasonFields = [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '作者会看到，请写明要改什么' }] as const

/** Community image versions waiting for publication (product §10), longest waiting first. */
export default defineResource({
  name: 'operator-image-reviews',
  label: '镜像审核',
  meaning: '逐个版本审核社区镜像：核对说明与许可，用它创建实例试用。自己提交的由其他审核人员处理。',
  path: operatorPaths.imageReviews,
  nav: { section: 'reviews', order: 40, tab: '镜像' },
  api: { list: operatorImageReviews.list, one: operatorImageReviews.get, history: operatorAudit.history },
  title: ({ entry, version }) => `${entry.name} ${version}`,
  columns: [
    {
      field: 'entry',
      title: '镜像',
      text: ({ entry, version }) => `${entry.name} ${version}`,
      below: ({ entry }) => <CellSubline>{entry.summary}</CellSubline>,
    },
    { field: 'state', title: '状态', type: 'status', words: imageReleaseStates, looks: imageReleaseStateStyles },
    createPersonColumn('author', '作者', formatAuthorNote),
    {
      field: 'price_hour',
      title: '价格',
      render: ({ price_hour: priceHour }) => <ImagePriceLabel price_hour={priceHour} />,
      text: ({ price_hour: priceHour }) => formatImagePrice(priceHour),
    },
    { field: 'vendor', title: '适用 GPU', text: formatEnvironment },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
  ],
  details: [
    { field: 'licence', title: '许可' },
    { field: 'framework', title: '框架', text: ({ framework, python }) => `${framework} · Python ${python}` },
    { field: 'source', title: '取自', text: ({ source }) => formatReleaseSource(source) },
    { field: 'running', title: '正在使用', text: ({ published_at: at, running }) => (at ? `${running} 台` : '') },
    { field: 'uses', title: '使用', text: ({ published_at: at, uses }) => (at ? `${uses} 次` : '') },
    { field: 'reason', title: '原因' },
    {
      field: 'size_gb',
      title: '大小（GB）',
      text: ({ size_gb: sizeGb }) => (sizeGb === null ? '' : formatGb(sizeGb)),
    },
    createPersonColumn('reviewed_by', '审核人'),
    { field: 'published_at', title: '发布时间', type: 'time' },
  ],
  filters: { state: { label: '状态', options: imageReleaseStates } },
  search: '名称或作者',
  actions: [
    {
      name: 'try',
      label: '试用',
      icon: <Icon name="play" />,
      allowed: ({ state }) => state === 'pending' || state === 'published',
      whenOff: 'hidden',
      href: ({ image_id: imageId }) => paths.createInstance({ image_id: imageId }),
    },
    {
      name: 'approve',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operatorImageReviews.approve,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: ({ entry, version, price_hour: priceHour }) =>
        `「${entry.name} ${version}」立即出现在社区，别人可以用它创建实例，价格 ${formatImagePrice(priceHour)}；内容和价格此后不再改变。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorImageReviews.reject,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: '不会公开，作者看到原因，修改后可以重新提交。',
      fields: reasonFields,
    },
    {
      name: 'offline',
      label: '下线',
      icon: <Icon name="pause" />,
      danger: true,
      endpoint: operatorImageReviews.offline,
      allowed: ({ state }) => state === 'published',
      whenOff: 'hidden',
      effect: '不能再用它创建实例，作者看到原因，不能自行恢复；正在使用它的实例照常运行、开机和计费。',
      fields: reasonFields,
    },
    {
      name: 'online',
      label: '恢复上线',
      icon: <Icon name="undo" />,
      endpoint: operatorImageReviews.online,
      allowed: ({ state }) => state === 'offline',
      whenOff: 'hidden',
      effect: '重新出现在社区，内容和价格与下线前相同。',
    },
  ],
  pages: { show: () => import('./ImageReviewShow.tsx') },
  empty: { title: '没有需要审核的镜像', hint: '用户提交社区镜像后会出现在这里。', action: null },
})
