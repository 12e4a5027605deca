import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { datasetStates, myDatasets } from '#contract/my-datasets.ts'
import { defineView } from '#src/admin/define-view.ts'
import { DatasetSummary } from '#src/features/datasets/DatasetSummary.tsx'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { datasetStateStyles } from '#src/features/datasets/state-styles.ts'
import { loadDatasetTypeOptions } from '#src/features/datasets/type-options.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** First step towards a data set; the page's own button is the second. */
function UploadFirstButton() {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate(paths.fileStorage)}>去文件存储上传</Button>
}

/** Button that opens the form to publish a data set. */
function ReleaseDatasetButton() {
  const navigate = useNavigate()
  return (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.releaseDataSet)}>
      发布数据集
    </Button>
  )
}

/** The user's own data sets, with the state of their newest version (product §7). */
export default defineView({
  label: '我的数据集',
  meaning: '把文件存储里的文件夹发布成数据集。每个版本由运营人员审核，通过后内容不再改变。',
  path: paths.myDataSets,
  showPath: `${paths.myDataSetPattern}?id=:id`,
  nav: { section: 'datasets', order: 20, tab: '我发布的' },
  api: { list: myDatasets.list, one: myDatasets.get, remove: myDatasets.remove },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称', below: ({ summary }) => <DatasetSummary>{summary}</DatasetSummary> },
    { field: 'state', title: '状态', type: 'status', words: datasetStates, looks: datasetStateStyles },
    {
      field: 'version',
      title: '最新版本',
      text: ({ version, versions }) => (versions > 1 ? `${version}（共 ${versions} 个）` : version),
    },
    { field: 'type', title: '类型', text: ({ type }) => type.name },
    { field: 'size_bytes', title: '大小', text: formatDatasetSize },
    { field: 'uses', title: '使用', type: 'count', measure: '次', value: ({ uses }) => uses || null },
    { field: 'stars', title: '收藏', type: 'count', measure: '人', value: ({ stars }) => stars || null },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  filters: { state: { label: '状态', options: datasetStates }, type: { label: '类型', options: loadDatasetTypeOptions } },
  search: '搜索名称、简介或标签',
  actions: [
    {
      name: 'add-version',
      label: '发布新版本',
      icon: <Icon name="plus" />,
      href: ({ id }) => paths.releaseDataSetOf({ id }),
    },
    {
      name: 'change-facts',
      label: '修改信息',
      icon: <Icon name="edit" />,
      dialog: () => import('./EditDatasetDialog.tsx'),
    },
    {
      name: 'public-page',
      label: '查看公开页面',
      icon: <Icon name="external" />,
      allowed: (set) => set.public,
      whenOff: 'hidden',
      href: ({ id }) => paths.dataSet(id),
    },
    {
      name: 'delete',
      label: '删除',
      icon: <Icon name="trash" />,
      danger: true,
      allowed: ({ ever_published: everPublished }) => !everPublished,
      whenOff: 'hidden',
      endpoint: myDatasets.remove,
      effect: '数据集和它的全部版本将被删除，复制出来的文件一并清除，不能恢复；文件存储里的原文件不受影响，也不涉及费用。',
    },
  ],
  tools: ReleaseDatasetButton,
  pages: { show: () => import('./MyDatasetShow.tsx') },
  live: 'data_sets',
  empty: {
    title: '还没有发布过数据集',
    hint: '先把文件上传到文件存储的一个文件夹，再从那里发布。',
    action: <UploadFirstButton />,
  },
})
