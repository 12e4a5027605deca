import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { CommunityEntries, entriesPageSize } from './CommunityEntries.tsx'
import { CommunityFrame } from './CommunityFrame.tsx'
import { CommunitySearchBar } from './CommunitySearchBar.tsx'
import {
  buildCommunitySearch,
  type CommunityListRules,
  isEntryId,
  isKeyword,
  isTag,
  toCommunityListQuery,
  withCommunityFilter,
} from './community-query.ts'
import { type FilterChip, FilterChips } from './FilterChips.tsx'
import styles from './list-filters.module.css'
import { PublicDatasetCard } from './PublicDatasetCard.tsx'
import { useCachedQuery } from './use-cached-query.ts'
import { useCommunityQuery } from './use-community-query.ts'

const listRules: CommunityListRules<'keyword' | 'tag' | 'type'> = {
  sorts: [
    { value: '', label: '使用最多', sort: 'uses' },
    { value: 'new', label: '最新发布', sort: 'published_at' },
    { value: 'stars', label: '收藏最多', sort: 'stars' },
    { value: 'size', label: '体积最大', sort: 'size_bytes' },
  ],
  filters: { keyword: isKeyword, tag: isTag, type: isEntryId },
}
const allChip: FilterChip = { value: '', label: '全部' }

/** Public data sets (product §7); visible to visitors. */
export default function DatasetListPage() {
  useTitle('公开数据集')
  const { asked, ask } = useCommunityQuery(listRules)
  const search = buildCommunitySearch(asked)
  const answer = useCachedQuery(`data-sets?${search}`, async (signal) => {
    const { loadCommunityDatasets } = await import('./requests.ts')
    return loadCommunityDatasets({ ...toCommunityListQuery(asked, listRules), page_size: entriesPageSize }, signal)
  })
  const facets = useCachedQuery('data-set-facets', async (signal) =>
    (await import('./requests.ts')).loadDatasetFacets(signal),
  ).data
  const chips = (key: 'tag' | 'type') => ({
    value: asked.filters[key] ?? '',
    searchOf: (value: string) => buildCommunitySearch(withCommunityFilter(asked, key, value)),
  })
  const types = (facets?.types ?? []).filter(({ id, count }) => count > 0 || id === asked.filters.type)

  return (
    <CommunityFrame
      title="公开数据集"
      lead="在这里预览文件，在实例里只读挂载，不占数据盘。引用和商用条件以各自的许可为准。"
      action={
        <Link className={`${controls.button} ${controls.plain}`} to={paths.communityDataSetRelease}>
          发布数据集
        </Link>
      }
    >
      <div className={styles.filters}>
        <CommunitySearchBar
          placeholder="搜索名称、简介或标签"
          keyword={asked.filters.keyword ?? ''}
          sort={asked.sort}
          sorts={listRules.sorts}
          count={answer.data ? `${answer.data.total} 个数据集` : answer.error ? '' : '正在加载'}
          onKeyword={(keyword) => ask(withCommunityFilter(asked, 'keyword', keyword), { replace: true })}
          onSort={(sort) => ask({ ...asked, page: 1, sort })}
        />
        <FilterChips
          label="类型"
          chips={[allChip, ...types.map(({ id, name, count }) => ({ value: id, label: name, count }))]}
          {...chips('type')}
        />
        <FilterChips
          label="标签"
          chips={[allChip, ...(facets?.tags ?? []).map(({ name, count }) => ({ value: name, label: name, count }))]}
          {...chips('tag')}
        />
      </div>
      <CommunityEntries what="数据集" answer={answer} asked={asked}>
        {(set) => <PublicDatasetCard key={set.id} set={set} />}
      </CommunityEntries>
    </CommunityFrame>
  )
}
