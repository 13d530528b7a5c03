import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const { id } of toasts.all()) toasts.dismiss(id)
  vi.runAllTimers()
  vi.useRealTimers()
})

const open = () => toasts.all().filter(({ isOpen }) => isOpen)

describe('passing messages', () => {
  it('LAY-05 · at most one is shown: a newer one takes the place of the older', () => {
    toasts.show('first', 'destructive')
    toasts.show('second')
    expect(open()).toMatchObject([{ text: 'second', variant: 'default' }])
    expect(toasts.all()).toHaveLength(2)
  })

  it('LAY-05 · a dismissed one leaves memory after 1,000,000 ms, not before', () => {
    toasts.show('gone', 'destructive')
    const [{ id } = { id: 0 }] = open()
    toasts.dismiss(id)
    expect(open()).toEqual([])
    vi.advanceTimersByTime(999_999)
    expect(toasts.all()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(toasts.all()).toEqual([])
  })

  it('LAY-05 · dismissing twice does not keep it longer', () => {
    toasts.show('twice', 'destructive')
    const [{ id } = { id: 0 }] = open()
    toasts.dismiss(id)
    vi.advanceTimersByTime(500_000)
    toasts.dismiss(id)
    vi.advanceTimersByTime(500_000)
    expect(toasts.all()).toEqual([])
  })

  it('LAY-05 · listeners hear of every change until they leave', () => {
    const heard = vi.fn<() => void>()
    const leave = toasts.subscribe(heard)
    toasts.show('heard')
    expect(heard).toHaveBeenCalledTimes(1)
    leave()
    toasts.show('unheard')
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
