import { spaced } from '#src/ui/spaced.ts'
import type { Resource } from './define-resource.ts'

/** What making a new one is called: on the button, on the page it opens, in the tab and in the command palette. */
export const createLabel = ({ form, label }: Pick<Resource, 'form' | 'label'>): string =>
  form?.create_label ?? spaced(`新建${label}`)
