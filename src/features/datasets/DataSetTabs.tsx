import { LinkTabs } from '#src/admin/layout/LinkTabs.tsx'
import { paths } from '#src/paths.ts'

const tabs = [
  { to: paths.my_data_sets, label: '我发布的' },
  { to: paths.my_collected_data, label: '我收藏的' },
]

/** The two lists of 我的数据集. */
export const DataSetTabs = () => <LinkTabs label="我的数据集" tabs={tabs} />
