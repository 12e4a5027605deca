import { spaced } from '#src/ui/mixed-spacing.ts'

/** What making a new one is called: on the button, on the page it opens, in the tab and in the command palette. */
export const createLabel = ({ form, label }: { label: string; form?: { create_label?: string } | undefined }): string =>
  form?.create_label ?? spaced(`新建${label}`)
