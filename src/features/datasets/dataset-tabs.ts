import { paths } from '#src/paths.ts'

/** The two lists of 我的数据集. */
export const datasetTabs = {
  label: '我的数据集',
  tabs: [
    { to: paths.myDataSets, label: '我发布的' },
    { to: paths.myCollectedData, label: '我收藏的' },
  ],
}
