/**
 * The chance of the simulated market is Chaskey-12 as published, and nothing of one name says anything about another.
 */
import { expect, test } from 'vitest'
import { Chance, chanceOf } from './chance.ts'

const key = (words: readonly number[]) => new Uint8Array(Uint32Array.from(words).buffer)

test('is Chaskey-12 as its author published it: the message of 16 bytes 00 to 0f', () => {
  const chance = new Chance(key([0x833d3433, 0x009f389f, 0x2398e64f, 0x417acf39]))
  expect(chance.block(0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c)).toBe(0x5dd0e2a9)
})

test('belongs to seed, name, level and every bit of the index', () => {
  const of = (seed: string, name: string) => chanceOf(seed, name)
  const chance = of('s', 'EUR')
  const all = [
    chance.bits(1, 5),
    chance.bits(2, 5),
    chance.bits(1, 6),
    chance.bits(1, 5 + 2 ** 31),
    chance.bits(1, 5 + 2 ** 32),
    of('s', 'USD').bits(1, 5),
    of('t', 'EUR').bits(1, 5),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(of('s', 'EUR').bits(1, 5)).toBe(chance.bits(1, 5))
})

test('is even: each of the 32 bits is set half the time, whichever bit of the index changes', () => {
  const chance = chanceOf('even', 'EUR')
  const drawn = 20_000
  for (let bit = 0; bit < 32; bit++) {
    let set = 0
    let changed = 0
    for (let index = 0; index < drawn; index++) {
      const bits = chance.bits(3, index)
      set += (bits >>> bit) & 1
      changed += ((bits ^ chance.bits(3, index ^ (1 << (bit % 20)))) >>> bit) & 1
    }
    // Six standard deviations of 20,000 throws of a coin.
    expect(Math.abs(set - drawn / 2), `bit ${bit}`).toBeLessThan(425)
    expect(Math.abs(changed - drawn / 2), `bit ${bit}`).toBeLessThan(600)
  }
})
