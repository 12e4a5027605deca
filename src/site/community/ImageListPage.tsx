import { Link } from 'react-router-dom'
import { vendorNames } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { CommunityEntries, entriesPageSize } from './CommunityEntries.tsx'
import { CommunityFrame } from './CommunityFrame.tsx'
import { CommunitySearchBar } from './CommunitySearchBar.tsx'
import {
  buildCommunitySearch,
  type CommunityListRules,
  isFramework,
  isKeyword,
  isTag,
  toCommunityListQuery,
  withCommunityFilter,
} from './community-query.ts'
import { type FilterChip, FilterChips } from './FilterChips.tsx'
import styles from './list-filters.module.css'
import { PublicImageCard } from './PublicImageCard.tsx'
import { useCachedQuery } from './use-cached-query.ts'
import { useCommunityQuery } from './use-community-query.ts'

const isVendor = (value: string) => Object.hasOwn(vendorNames, value)
const listRules: CommunityListRules<'keyword' | 'tag' | 'framework' | 'vendor'> = {
  sorts: [
    { value: '', label: '使用最多', sort: 'uses' },
    { value: 'new', label: '最新发布', sort: 'published_at' },
    { value: 'stars', label: '收藏最多', sort: 'stars' },
  ],
  filters: { keyword: isKeyword, tag: isTag, framework: isFramework, vendor: isVendor },
}
const allChip: FilterChip = { value: '', label: '全部' }
const vendorChips: FilterChip[] = [allChip, ...Object.entries(vendorNames).map(([value, label]) => ({ value, label }))]
const toChip = ({ name, count }: { name: string; count: number }): FilterChip => ({ value: name, label: name, count })

/** Environments that users made for others (product §7); visible to visitors. */
export default function ImageListPage() {
  useTitle('社区镜像')
  const { asked, ask } = useCommunityQuery(listRules)
  const search = buildCommunitySearch(asked)
  const answer = useCachedQuery(`images?${search}`, async (signal) => {
    const { loadCommunityImages } = await import('./requests.ts')
    return loadCommunityImages({ ...toCommunityListQuery(asked, listRules), page_size: entriesPageSize }, signal)
  })
  const facets = useCachedQuery('image-facets', async (signal) => (await import('./requests.ts')).loadImageFacets(signal)).data
  const chips = (key: 'tag' | 'framework' | 'vendor') => ({
    value: asked.filters[key] ?? '',
    searchOf: (value: string) => buildCommunitySearch(withCommunityFilter(asked, key, value)),
  })

  return (
    <CommunityFrame
      title="社区镜像"
      lead="用户整理好的环境，每个版本都经过审核，选一个就能创建实例。作者下线之后，正在用它的实例不受影响。"
      action={
        <Link className={`${controls.button} ${controls.plain}`} to={paths.communityImageRelease}>
          发布镜像
        </Link>
      }
    >
      <div className={styles.filters}>
        <CommunitySearchBar
          placeholder="搜索名称、标签或作者"
          keyword={asked.filters.keyword ?? ''}
          sort={asked.sort}
          sorts={listRules.sorts}
          count={answer.data ? `${answer.data.total} 个镜像` : answer.error ? '' : '正在加载'}
          onKeyword={(keyword) => ask(withCommunityFilter(asked, 'keyword', keyword), { replace: true })}
          onSort={(sort) => ask({ ...asked, page: 1, sort })}
        />
        <FilterChips label="芯片" chips={vendorChips} {...chips('vendor')} />
        <FilterChips label="框架" chips={[allChip, ...(facets?.frameworks ?? []).map(toChip)]} {...chips('framework')} />
        <FilterChips label="标签" chips={[allChip, ...(facets?.tags ?? []).map(toChip)]} {...chips('tag')} />
      </div>
      <CommunityEntries what="镜像" answer={answer} asked={asked}>
        {(image) => <PublicImageCard key={image.id} image={image} />}
      </CommunityEntries>
    </CommunityFrame>
  )
}
