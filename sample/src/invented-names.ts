/** Invented names of persons: nobody real is meant. */
const firstNames =
  "Aldous Bram Calder Dorian Edric Fenton Gideon Harlan Ivor Jarvis Kester Lyle Merrick Nolan Orson Percy Quill Ronan Silas Thane Ulric Varden Wendell Xavier Yorick Zeke Adela Brona Celia Della Elspeth Freya".split(
    " ",
  );
const lastNames =
  "Ashgrove Birchwell Copperfield Dunmarsh Elderby Fairholt Grimshaw Hollowell Inglethorpe Jessamy Kettlewood Larkspur Mapleton Northcote Oakhurst Pembrook Quickfall Ravensby Stillwater Thistlewood Umberly Vexford Whitlock Yarrowby Zellwood Brackenridge Coldwater Deepdale Evenstar Foxglove".split(
    " ",
  );

export const inventedNames: readonly string[] = firstNames.flatMap((first) => {
  return lastNames.map((last) => `${first} ${last}`);
});
