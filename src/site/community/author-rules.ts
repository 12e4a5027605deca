import { type CommunityListRules, isEntryId } from './community-query.ts'

/** Whose works and which of them stay in the address of every page. */
export const authorListRules: CommunityListRules<'id' | 'tab'> = {
  sorts: [{ value: '', label: '使用最多', sort: 'uses' }],
  filters: { id: isEntryId, tab: (value) => value === 'data_set' },
}
