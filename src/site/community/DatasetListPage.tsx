import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { Entries, page_size } from './CommunityEntries.tsx'
import { CommunityFrame } from './CommunityFrame.tsx'
import { SearchBar } from './CommunitySearchBar.tsx'
import { filtering, isId, isKeyword, isTag, type ListRules, queryOf, searchOf } from './community-query.ts'
import { type Chip, FilterChips } from './FilterChips.tsx'
import styles from './List.module.css'
import { DataSetCard } from './PublicDatasetCard.tsx'
import { useAnswer } from './use-cached-query.ts'
import { useAsked } from './use-community-query.ts'

const rules: ListRules<'keyword' | 'tag' | 'type'> = {
  sorts: [
    { value: '', label: '最新发布', sort: 'published_at' },
    { value: 'uses', label: '使用最多', sort: 'uses' },
    { value: 'stars', label: '收藏最多', sort: 'stars' },
    { value: 'size', label: '体积最大', sort: 'size_bytes' },
  ],
  filters: { keyword: isKeyword, tag: isTag, type: isId },
}
const all: Chip = { value: '', label: '全部' }

/** Public data sets (product §7); open to visitors. */
export default function DataSetListPage() {
  useTitle('公开数据集')
  const { asked, ask } = useAsked(rules)
  const search = searchOf(asked)
  const answer = useAnswer(`data-sets?${search}`, async (signal) => {
    const { listDataSets } = await import('./requests.ts')
    return listDataSets({ ...queryOf(asked, rules), page_size }, signal)
  })
  const facets = useAnswer('data-set-facets', async (signal) => (await import('./requests.ts')).dataSetFacets(signal)).data
  const chips = (key: 'tag' | 'type') => ({
    value: asked.filters[key] ?? '',
    searchOf: (value: string) => searchOf(filtering(asked, key, value)),
  })
  const types = (facets?.types ?? []).filter(({ id, count }) => count > 0 || id === asked.filters.type)

  return (
    <CommunityFrame
      title="公开数据集"
      lead="在这里预览文件，在实例里只读挂载，不占数据盘。引用和商用条件以各自的许可为准。"
      action={
        <Link className={`${controls.button} ${controls.plain}`} to={paths.community_data_set_release}>
          发布数据集
        </Link>
      }
    >
      <div className={styles.filters}>
        <SearchBar
          placeholder="搜索名称、简介或标签"
          keyword={asked.filters.keyword ?? ''}
          sort={asked.sort}
          sorts={rules.sorts}
          count={answer.data ? `${answer.data.total} 个数据集` : answer.error ? '' : '正在加载'}
          onKeyword={(keyword) => ask(filtering(asked, 'keyword', keyword), { replace: true })}
          onSort={(sort) => ask({ ...asked, page: 1, sort })}
        />
        <FilterChips
          label="类型"
          chips={[all, ...types.map(({ id, name, count }) => ({ value: id, label: name, count }))]}
          {...chips('type')}
        />
        <FilterChips
          label="标签"
          chips={[all, ...(facets?.tags ?? []).map(({ name, count }) => ({ value: name, label: name, count }))]}
          {...chips('tag')}
        />
      </div>
      <Entries what="数据集" answer={answer} asked={asked}>
        {(set) => <DataSetCard key={set.id} set={set} />}
      </Entries>
    </CommunityFrame>
  )
}
