import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Instance } from '#contract/instances.ts'
import { findTableRow } from './rentals.ts'

/** Chooses an action beside the row's name, or in its menu; returns its dialog. */
export async function chooseInstanceAction(row: Instance, label: string): Promise<HTMLElement> {
  const direct = await findTableRow(row.nick_name)
  const button = within(direct).queryByRole('button', { name: `${label} ${row.nick_name}` })
  if (button) await userEvent.click(button)
  else {
    await userEvent.click(within(direct).getByRole('button', { name: /^更多操作/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: label }))
  }
  return screen.findByRole('dialog', { name: `${label}「${row.nick_name}」` })
}
