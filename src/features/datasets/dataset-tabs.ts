import { paths } from '#src/paths.ts'

/** The two lists of 我的数据集. */
export const datasetTabs = {
  label: '我的数据集',
  tabs: [
    { to: paths.my_data_sets, label: '我发布的' },
    { to: paths.my_collected_data, label: '我收藏的' },
  ],
}
