import { isId, type ListRules } from './community-query.ts'

/** Whose works and which of them stay in the address of every page. */
export const author_rules: ListRules<'id' | 'tab'> = {
  sorts: [{ value: '', label: '使用最多', sort: 'uses' }],
  filters: { id: isId, tab: (value) => value === 'data_set' },
}
