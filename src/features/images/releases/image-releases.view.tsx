import { type ImageRelease, imageReleaseStates, imageReleases } from '#contract/image-releases.ts'
import { defineView } from '#src/admin/define-view.ts'
import { imageReleaseStateStyles } from '#src/features/images/state-styles.ts'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatImagePrice } from '#src/ui/catalogue/image-price.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TagsField } from './TagsField.tsx'

/** State of the newest version, with the reason if it was refused. */
function NewestReleaseVersion({ versions }: Pick<ImageRelease, 'versions'>) {
  const newest = versions[0]
  if (!newest) return '—'
  return (
    <>
      <StateTag state={newest.state} looks={imageReleaseStateStyles} words={imageReleaseStates} />
      {newest.reason && <CellSubline>{newest.reason}</CellSubline>}
    </>
  )
}

const newestVersionOf = ({ versions }: ImageRelease) => versions[0]

/** The user's community images, by version (product §7). */
export default defineView({
  label: '发布镜像',
  meaning: '把私有镜像发布到社区。每个版本单独审核，发布后内容和价格不再变化；下线不影响正在使用它的实例。',
  path: paths.releaseImage,
  nav: { section: 'images', order: 50, tab: '我发布的' },
  access: 'user',
  api: {
    list: imageReleases.list,
    one: imageReleases.get,
    create: imageReleases.create,
    update: imageReleases.update,
  },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称' },
    {
      field: 'versions',
      key: 'state',
      title: '最新版本的状态',
      render: ({ versions }) => <NewestReleaseVersion versions={versions} />,
      text: (entry) => {
        const version = newestVersionOf(entry)
        return version ? imageReleaseStates[version.state] : ''
      },
    },
    { field: 'versions', key: 'version', title: '最新版本', text: (entry) => newestVersionOf(entry)?.version ?? '' },
    {
      field: 'versions',
      key: 'price',
      title: '价格',
      text: (entry) => formatImagePrice(newestVersionOf(entry)?.price_hour ?? '0.00'),
    },
    { field: 'public', title: '公开', type: 'yesNo' },
    { field: 'uses', title: '使用', type: 'count', measure: '次', value: ({ uses }) => uses || null },
    { field: 'stars', title: '收藏', type: 'count', measure: '人', value: ({ stars }) => stars || null },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  filters: { state: { label: '版本状态', options: imageReleaseStates } },
  search: '搜索名称',
  form: {
    update: [
      { name: 'name', label: '名称', help: '发布过的条目名称不能再改。' },
      { name: 'summary', label: '简介' },
      { name: 'tags', label: '标签', render: TagsField },
    ],
    createLabel: '发布镜像',
  },
  actions: [
    {
      name: 'open',
      label: '查看公开页',
      icon: <Icon name="external" />,
      allowed: (entry) => entry.public,
      whenOff: 'hidden',
      href: ({ id }) => paths.imageInfo(id),
    },
    {
      name: 'version',
      label: '发布新版本',
      icon: <Icon name="plus" />,
      href: ({ id }) => paths.releaseImageOf({ id }),
    },
    {
      name: 'original',
      label: '申请原创',
      icon: <Icon name="shield" />,
      allowed: (entry) => entry.public && !entry.original,
      whenOff: 'hidden',
      href: ({ id }) => paths.applyOriginalFor({ kind: 'image', entry_id: id }),
    },
  ],
  pages: {
    list: () => import('./ImageReleaseList.tsx'),
    create: () => import('./form/PublishImagePage.tsx'),
    show: () => import('./ImageReleaseShow.tsx'),
  },
  live: 'image_releases',
  empty: {
    title: '还没有发布过镜像',
    hint: '从一个私有镜像开始：填写说明、许可和价格，提交后由运营人员审核。',
  },
})
