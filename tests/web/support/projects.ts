import type { Project } from '#contract/projects.ts'

/** A project with half of its budget given and most of its cards in use. */
export const buildProject = (traits: Partial<Project> = {}): Project => ({
  id: 'project-1',
  name: '视觉组',
  budget: '1000.00',
  given: '500.00',
  rest: '500.00',
  spent: '120.50',
  members: 2,
  top_ups: '600.00',
  gpus: 6,
  gpus_max: 8,
  member_monthly: '300.00',
  member_price_max: '5.00',
  member_instances_max: 2,
  created_at: '2026-11-21T06:05:00Z',
  ...traits,
})
